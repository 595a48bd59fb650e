import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parsePsuInterfaceDays } from '@xs2a/gateway/statistics';
import { freshDatabaseName, testServers } from '@xs2a/test-kit';
import { type Document, MongoClient } from 'mongodb';
import { beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const HEAD = 'date,interface,downtimeSeconds,pispMs,aispMs,cbpiiMs,errorPercent';
const { mongoUrl } = testServers();
const database = freshDatabaseName('statistics');
const file = join(mkdtempSync(join(tmpdir(), 'xs2a-statistics-')), 'figures.csv');

function statistics(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { ...process.env, MONGO_URL: mongoUrl, MONGO_DATABASE: database };
  return new Promise((resolve) => {
    execFile(process.execPath, ['tools/xs2a.ts', 'statistics', ...args], { cwd: ROOT, env }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
  });
}

beforeAll(async () => {
  await using client = await MongoClient.connect(mongoUrl);
  const days = client.db(database).collection<Document & { _id: string }>('statisticsDays');
  const times = { PISP: { requests: 4, ms: 500 }, AISP: { requests: 2, ms: 90 } };
  await days.insertOne({
    _id: '2026-05-04',
    seconds: 86_400,
    downSeconds: 60,
    endedDown: false,
    requests: 8,
    errors: 1,
    times,
  });
});

describe('npm run xs2a -- statistics', () => {
  it("prints a quarter as CSV, the bank's own interfaces beside the dedicated one", async () => {
    // A spreadsheet file: byte order mark, CRLF, and the same day twice.
    writeFileSync(
      file,
      `\uFEFF${HEAD}\r\n2026-05-04,mobile app,99,1,,,\r\n2026-05-04,mobile app,30,140.5,60,,0.2\r\n2026-05-04,e-banking,0,,,,\r\n`,
    );
    expect(await statistics('--import', file)).toEqual({ code: 0, out: '3 days stored\n', err: '' });
    const { code, out } = await statistics('--quarter', '2026-Q2');
    expect(out.trim().split('\r\n').slice(1)).toEqual([
      '2026-05-04,dedicated,99.931,0.069,60,125,45,,12.500,86400',
      '2026-05-04,e-banking,100.000,0.000,0,,,,,86400',
      '2026-05-04,mobile app,99.965,0.035,30,141,60,,0.200,86400',
    ]);
    expect(code).toBe(0);
  });

  it('refuses an invalid file by line and column, and stores nothing of it', async () => {
    const faults: readonly (readonly [string, string])[] = [
      ['date,interface\n', `line 1 must be ${HEAD}`],
      [`${HEAD}\n2026-05-05,e-banking,0,,,,\n2026-05-32,e-banking,0,,,,\n`, 'line 3, date'],
      [`${HEAD}\n2026-05-05,=HYPERLINK,0,,,,\n`, 'line 2, interface'],
      [`${HEAD}\n2026-05-05,dedicated,0,,,,\n`, 'line 2, interface: dedicated is measured'],
      [`${HEAD}\n2026-05-05,e-banking,-1,,,,\n`, 'line 2, downtimeSeconds'],
    ];
    for (const [text, message] of faults) expect(() => parsePsuInterfaceDays(text)).toThrow(message);
    const [text, message] = faults[1] ?? ['', ''];
    writeFileSync(file, text);
    const { code, err } = await statistics('--import', file);
    expect([code, err.slice(0, message.length)]).toEqual([2, message]);
    expect((await statistics('--quarter', '2026-Q2')).out).not.toContain('2026-05-05');
  });
});

it('npm run xs2a -- statistics --payees counts checks by result, and what was approved after each', async () => {
  const name = freshDatabaseName('payee-statistics');
  await using client = await MongoClient.connect(mongoUrl);
  const at = (time: string): Date => new Date(`2026-05-04T${time}Z`);
  const single = {
    paymentService: 'payments',
    paymentProduct: 'sepa-credit-transfers',
    history: [{ at: at('10:00:00') }],
  };
  const check = (partyNameMatch: string, until: string, more: object = {}) => ({
    payeeChecks: [{ askedAt: at('10:00:00'), result: { partyNameMatch, at: at(until), ...more } }],
  });
  const bulk = { ...single, paymentService: 'bulk-payments', paymentProduct: 'pain.001-credit-transfers' };
  const counts = { MTCH: 7, CMTC: 0, NMTC: 2, NOAP: 0 };
  await client
    .db(name)
    .collection('payments')
    .insertMany([
      { ...single, signedBy: ['psu'], ...check('MTCH', '10:00:00.400') },
      { ...single, signedBy: [], ...check('NMTC', '10:00:03') },
      { ...single, signedBy: ['psu'], ...check('NOAP', '10:00:05', { unanswered: true }) },
      { ...bulk, signedBy: ['psu'], ...check('NMTC', '10:01:00', { counts }) },
      { ...bulk, signedBy: [], payeesOptedOut: true },
    ]);
  const env = { ...process.env, MONGO_URL: mongoUrl, MONGO_DATABASE_PAYMENTS: name };
  const args = ['tools/xs2a.ts', 'statistics', '--payees', '--quarter', '2026-Q2'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, env });
  expect(stdout.trim().split('\r\n').slice(1)).toEqual([
    '2026-05-04,bulk-payments,pain.001-credit-transfers,7,0,2,0,0,0,0,0,1,0,1',
    '2026-05-04,payments,sepa-credit-transfers,1,0,1,1,1,1,1,0,0,1,0',
  ]);
});
