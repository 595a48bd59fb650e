import { forAllTests, freshDatabaseName, testServers } from '@xs2a/test-kit';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { NOON, Order, order } from '../../test/orders.ts';
import { createdEntry, createLog, Database, DEAD_LETTERS, HISTORY_CHECKPOINTS, storedCollection } from '../index.ts';
import { erasePsuData } from './erase-psu-data.ts';
import type { PersonalData } from './personal-data.ts';
import { readPsuData } from './read-psu-data.ts';

const DAYS = 400;
const ORDERS = storedCollection('orders', Order, {
  hasCheckpoints: true,
  retained: { setting: 'paymentDays', ended: { transactionStatus: 'ACSC' } },
});
const SHARED = storedCollection('shared', z.object({ _id: z.string(), owners: z.array(z.string()) }));
const PERSONAL_DATA: PersonalData = {
  orders: {
    purpose: 'payments',
    source: 'TPP',
    find: ({ psuId, ibans }) => ({ $or: [{ tppId: psuId }, { 'debtor.iban': { $in: [...ibans] } }] }),
    shows: ['debtor', 'minorUnits'],
    erase: { way: 'afterTerm' },
  },
  shared: {
    purpose: 'accounts',
    source: 'bank',
    kept: 'for good',
    find: ({ psuId }) => ({ owners: psuId }),
    shows: ['owners'],
    erase: {
      way: 'delete',
      unless: 'open',
      releases: ({ psuId }) => ({ where: { 'owners.1': { $exists: true } }, update: { $pull: { owners: psuId } } }),
    },
  },
};

const database = forAllTests(async () => {
  const stored = [ORDERS, SHARED, DEAD_LETTERS, HISTORY_CHECKPOINTS];
  const opened = await Database.connect(testServers().mongoUrl, freshDatabaseName('psu'), stored);
  return Object.assign(opened, { [Symbol.asyncDispose]: () => opened.close() });
});
const bus = { ask: () => Promise.reject(new Error('nothing is asked')) };
const profile = { retention: { onlyCount: false, paymentDays: DAYS } };
const place = () => ({
  personalData: PERSONAL_DATA,
  database,
  db: database.db,
  stored: database.stored,
  bus,
  profile,
  now: () => NOON,
  log: createLog('payments', 'silent'),
});
const PSU = { psuId: 'psu-1', ibans: [] as string[] };

type Next = { collection: string; id: string } | undefined;
/** Asks for all pages. */
async function all<Row>(ask: (after: Next) => Promise<{ records: Row[]; next?: Next }>) {
  const records: Row[] = [];
  let pages = 0;
  let after: Next;
  do {
    const page = await ask(after);
    records.push(...page.records);
    after = page.next;
    pages++;
  } while (after !== undefined);
  return { records, pages };
}
const read = (psu: { psuId: string; ibans: string[] } = PSU) => all((after) => readPsuData(place(), { ...psu, after }));
const erase = (change: { isDryRun?: boolean; hasOpen?: boolean } = {}) =>
  all((after) => erasePsuData(place(), { ...PSU, isDryRun: false, hasKept: false, hasOpen: false, after, ...change }));

const ago = (days: number): Date => new Date(NOON.getTime() - days * 86_400_000);
const ended = (days: number, change: Partial<Order> = {}): Order => {
  const history = [createdEntry('ACSC', ago(days), 'TPP', 'request')];
  return order({ tppId: PSU.psuId, transactionStatus: 'ACSC', history, ...change });
};
const orders = () => database.db.collection<Order>('orders');
const shared = () => database.db.collection<{ _id: string; owners: string[] }>('shared');

beforeEach(async () => {
  for (const { name } of database.stored) await database.db.collection(name).deleteMany({});
});

describe('a report', () => {
  it('finds a PSU among many others, by PSU-ID or by IBAN, in answers of limited effort', async () => {
    await orders().insertMany(Array.from({ length: 5_200 }, () => order()));
    const [own, byIban] = [order({ tppId: PSU.psuId }), order({ debtor: { iban: 'HR27' } })];
    await orders().insertMany([own, byIban]);
    const { records, pages } = await read({ ...PSU, ibans: ['HR27'] });
    expect(records.map(({ id }) => id).toSorted()).toEqual([own._id, byIban._id].toSorted());
    expect(pages).toBe(3);
  });

  it('has all documents of a PSU who has more than one answer holds, with the fields that are shown alone', async () => {
    const own = Array.from({ length: 250 }, () => order({ tppId: PSU.psuId }));
    await orders().insertMany(own);
    const { records } = await read();
    expect(records.map(({ id }) => id)).toEqual(own.map(({ _id }) => _id).toSorted());
    expect(records[0]?.data).toEqual({ debtor: own[0]?.debtor, minorUnits: '1250' });
  });
});

describe('an erasure', () => {
  it('deletes what ended before its term, and keeps what is younger, open or undelivered', async () => {
    const [due, young, undelivered] = [ended(DAYS + 1), ended(DAYS - 1), ended(DAYS + 1)];
    const open = ended(DAYS + 1, { transactionStatus: 'ACTC' });
    await orders().insertMany([due, young, undelivered, open]);
    const letter = { _id: 'letter', collection: 'orders', documentId: undelivered._id, situation: 'x', at: NOON };
    await database.db.collection('deadLetters').insertOne(letter as never, { bypassDocumentValidation: true });
    const { records } = await erase();
    const outcomes = Object.fromEntries(records.map(({ id, outcome, isOpen = false }) => [id, [outcome, isOpen]]));
    expect(outcomes).toEqual({
      [due._id]: ['erased', false],
      [young._id]: ['kept', false],
      [undelivered._id]: ['kept', true],
      [open._id]: ['kept', true],
    });
    expect((await orders().distinct('_id')).toSorted()).toEqual([young._id, undelivered._id, open._id].toSorted());
  });

  it('removes the PSU from what others own too, and deletes what nobody else owns', async () => {
    await shared().insertMany([
      { _id: 'own', owners: ['psu-1'] },
      { _id: 'joint', owners: ['psu-1', 'psu-2'] },
      { _id: 'other', owners: ['psu-2'] },
    ]);
    expect((await erase()).records).toMatchObject([
      { id: 'joint', outcome: 'released' },
      { id: 'own', outcome: 'erased' },
    ]);
    expect(await shared().find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 'joint', owners: ['psu-2'] },
      { _id: 'other', owners: ['psu-2'] },
    ]);
    expect((await erase()).records).toEqual([]);
  });

  it('deletes no accounts while something of the PSU is open, and nothing in a dry run', async () => {
    await shared().insertOne({ _id: 'own', owners: ['psu-1'] });
    await orders().insertOne(ended(DAYS + 1));
    expect((await erase({ isDryRun: true })).records.map(({ outcome }) => outcome)).toEqual(['erased', 'erased']);
    expect([await orders().countDocuments(), await shared().countDocuments()]).toEqual([1, 1]);
    expect((await erase({ hasOpen: true })).records.map(({ outcome }) => outcome)).toEqual(['erased', 'kept']);
    expect(await shared().countDocuments()).toBe(1);
  });
});
