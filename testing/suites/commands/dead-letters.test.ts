import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { forAllTests, freshDatabaseName, testServers } from '@xs2a/test-kit';
import { type Collection, MongoClient } from 'mongodb';
import { beforeEach, describe, expect, it } from 'vitest';

const { mongoUrl } = testServers();
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SECRET = 'HR1210010051863000160';

interface Sender {
  _id: string;
  outbox: { id: string; attempts: number; nextAt: Date; request: unknown }[];
}
interface Letter {
  _id: string;
  collection: string;
  documentId: string;
  entry: Sender['outbox'][number] & { subject: string; requestId: string; traceparent: string };
  situation: string;
  at: Date;
}

let database: string;
let payments: Collection<Sender>;
let letters: Collection<Letter>;
const client = forAllTests(() => MongoClient.connect(mongoUrl));

const letter: Letter = {
  _id: 'letter-1',
  collection: 'payments',
  documentId: 'payment-1',
  entry: {
    id: 'letter-1',
    subject: 'bank.submitPayment',
    request: { debtorAccount: { iban: SECRET } },
    requestId: 'request-1',
    traceparent: '',
    attempts: 7,
    nextAt: new Date('2026-11-20T12:00:00Z'),
  },
  situation: 'fieldInvalid',
  at: new Date('2026-11-21T12:00:00Z'),
};

beforeEach(async () => {
  database = freshDatabaseName('letters');
  payments = client.db(database).collection('payments');
  letters = client.db(database).collection('deadLetters');
  await payments.insertOne({ _id: 'payment-1', outbox: [] });
  await letters.insertOne(letter);
});

function deadLetters(...args: string[]): Promise<{ code: number; output: string }> {
  const env = { ...process.env, MONGO_URL: mongoUrl, MONGO_DATABASE: database };
  return new Promise((resolve) => {
    const command = ['tools/xs2a.ts', 'dead-letters', ...args, '--service', 'payments'];
    execFile(process.execPath, command, { cwd: ROOT, env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
    });
  });
}

describe('dead letters', () => {
  it('are listed without the content of the messages', async () => {
    const { code, output } = await deadLetters('list');
    expect(code).toBe(0);
    expect(output).toMatch(
      /letter-1 .*2026-11-21T12:00:00.000Z .*payment-1 .*bank\.submitPayment .*fieldInvalid .*request-1/,
    );
    expect(output).not.toContain(SECRET);
  });

  it('are reported as none if there are none', async () => {
    await letters.deleteMany({});
    expect(await deadLetters('list')).toEqual({ code: 0, output: 'There are no dead letters.\n' });
  });

  it('are shown in full, one at a time', async () => {
    expect((await deadLetters('show', 'letter-1')).output).toContain(SECRET);
  });

  it('return to the outbox on replay, due now, with a new count of attempts', async () => {
    const before = Date.now();
    const { code, output } = await deadLetters('replay', 'letter-1');
    expect(code).toBe(0);
    expect(output).not.toContain(SECRET);
    const [entry] = (await payments.findOne({ _id: 'payment-1' }))?.outbox ?? [];
    expect(entry).toMatchObject({ id: 'letter-1', attempts: 0, request: letter.entry.request });
    expect(entry?.nextAt.getTime()).toBeGreaterThanOrEqual(before);
    expect(await letters.countDocuments()).toBe(0);
  });

  it('are kept if the document they belong to no longer exists', async () => {
    await payments.deleteMany({});
    expect((await deadLetters('replay', 'letter-1')).code).toBe(1);
    expect(await letters.countDocuments()).toBe(1);
  });

  it('are deleted for good when dropped', async () => {
    expect((await deadLetters('drop', 'letter-1')).code).toBe(0);
    expect(await letters.countDocuments()).toBe(0);
    expect((await payments.findOne({ _id: 'payment-1' }))?.outbox).toEqual([]);
  });

  it.each(['show', 'replay', 'drop'])('refuse to %s one that does not exist', async (action) => {
    expect(await deadLetters(action, 'letter-2')).toEqual({
      code: 1,
      output: expect.stringMatching(/^There is no dead letter letter-2\.\nxs2a dead-letters list shows those/),
    });
    expect(await letters.countDocuments()).toBe(1);
  });

  it.each([[[]], [['burn', 'letter-1']], [['drop']], [['list', 'letter-1', 'x']], [['constructor', 'letter-1']]])(
    'print their usage after %j',
    async (args) => {
      const { code, output } = await deadLetters(...args);
      expect([code, output]).toEqual([2, expect.stringContaining('xs2a dead-letters')]);
    },
  );
});
