import { executedCommands, testServers } from '@xs2a/test-kit';
import type { Collection } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NOON, ORDERS, type Order, order, ordersDatabase } from '../../test/orders.ts';
import {
  advance,
  checkpointOf,
  createdEntry,
  createLog,
  type Database,
  type HistoryCheckpoint,
  verifyHistory,
  writeCheckpoints,
} from '../index.ts';

const { mongoUrl } = testServers();
const MINUTE_MS = 60_000;
let database: Database;
let at = NOON;
beforeEach(async () => {
  database = await ordersDatabase(mongoUrl);
  at = NOON;
});
afterEach(async () => {
  await database.close();
});

const orders = (): Collection<Order> => database.db.collection<Order>(ORDERS.name);
const checkpoints = (): Collection<HistoryCheckpoint> => database.db.collection<HistoryCheckpoint>('seals');
const quiet = createLog('payments', 'silent');
const checkpoint = (log = quiet): Promise<number> => writeCheckpoints({ database, now: () => at, log });
const pass = (seconds: number): void => void (at = new Date(at.getTime() + seconds * 1_000));
const findings = async (): Promise<string[]> =>
  (await verifyHistory(database.db)).findings.map(({ where, what }) => `${where} ${what}`);

async function storedOrder(): Promise<Order> {
  const document = order({ history: [createdEntry('RCVD', at, 'PSDHR-HNB-SANDBOX', crypto.randomUUID())] });
  await orders().insertOne(document);
  return document;
}
function authorised(document: Order): Promise<Order | null> {
  return advance(ORDERS, orders(), document, ['authorised', 'profileChecked'], { at, by: 'psu', psuId: 'psu-1' });
}

describe('the history of a resource as evidence (author, time, old and new status, request id)', () => {
  it('is a chain of entries, and each change is in exactly one checkpoint', async () => {
    const document = await storedOrder();
    expect(await checkpoint()).toBe(1);
    at = new Date(at.getTime() + MINUTE_MS / 2);
    expect((await authorised(document))?.history.at(-1)).toMatchObject({ by: 'psu', psuId: 'psu-1', to: 'ACCP' });
    expect(await checkpoint()).toBe(1);
    expect(await checkpoint()).toBe(0);
    expect(await verifyHistory(database.db)).toMatchObject({ documents: 1, entries: 3, checkpoints: 2, findings: [] });
  });

  it('refuses the second of two changes based on the same version, even if the status stays the same', async () => {
    const document = await storedOrder();
    const moves = await Promise.all([authorised(document), authorised(document)]);
    expect(moves.filter((moved) => moved === null)).toHaveLength(1);
  });

  it.each([
    ['the author', { 'history.0.by': 'PSDHR-HNB-OTHER' }],
    ['the date', { 'history.0.at': new Date(NOON.getTime() + 1) }],
    ['the status moved to', { 'history.0.to': 'ACTC' }],
    ['the request', { 'history.0.requestId': 'another' }],
  ])('reveals an altered entry: %s', async (_, altered) => {
    const { _id } = await storedOrder();
    expect(await findings()).toEqual([]);
    await orders().updateOne({ _id }, { $set: altered });
    expect(await findings()).toEqual([`orders/${_id} entry 1 is not as it was written`]);
  });

  it('reveals an entry removed from the end, if a checkpoint covers it', async () => {
    const document = await storedOrder();
    await authorised(document);
    await checkpoint();
    await orders().updateOne({ _id: document._id }, { $pop: { history: 1 } });
    expect(await findings()).toEqual([`orders/${document._id} differs from its checkpoint at 3 entries`]);
  });

  it('reveals a history that was rewritten as a whole, and a removed resource', async () => {
    const forged = await storedOrder();
    const gone = await storedOrder();
    await checkpoint();
    await orders().updateOne({ _id: forged._id }, { $set: { history: order({ requestId: 'x' }).history } });
    await orders().deleteOne({ _id: gone._id });
    expect((await findings()).toSorted()).toEqual(
      [`orders/${forged._id} differs from its checkpoint at 1 entries`, `orders/${gone._id} is gone`].toSorted(),
    );
  });

  it('reveals an altered or removed checkpoint by the broken checkpoint chain', async () => {
    for (let count = 0; count < 3; count++) {
      await storedOrder();
      at = new Date(at.getTime() + 2 * MINUTE_MS);
      await checkpoint();
    }
    expect(await findings()).toEqual([]);
    const second = await checkpoints().findOneAndDelete({ _id: 2 });
    expect(await findings()).toEqual(['seals/3 does not follow the checkpoint before it']);
    if (second === null) throw new Error('there was no second checkpoint');
    const { hash: _, ...content } = second;
    await checkpoints().insertOne(checkpointOf({ ...content, heads: [] }));
    expect(await findings()).toEqual(['seals/3 does not follow the checkpoint before it']);
  });

  it('gets one checkpoint if two replicas write at the same moment', async () => {
    await storedOrder();
    expect((await Promise.all([checkpoint(), checkpoint()])).toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(await findings()).toEqual([]);
  });

  it.each([
    ['the first run of all', 0],
    ['a later run', 1],
  ])(
    'has each change in a checkpoint even if the process was killed between two checkpoints of %s',
    async (_, earlier) => {
      for (let count = 0; count < earlier; count++) {
        await storedOrder();
        await checkpoint();
        pass(3);
      }
      const history = (): Order['history'] => [createdEntry('RCVD', at, 'PSDHR-HNB-SANDBOX', crypto.randomUUID())];
      await orders().insertMany(Array.from({ length: 1_500 }, () => order({ history: history() })));
      pass(66);
      const killed = Object.assign(Object.create(quiet) as typeof quiet, {
        info: () => {
          throw new Error('killed');
        },
      });
      await expect(checkpoint(killed)).rejects.toThrow('killed');
      pass(60);
      expect(await checkpoint()).toBe(500);
      pass(60);
      expect(await checkpoint()).toBe(0);
      expect(await verifyHistory(database.db)).toMatchObject({ checkpoints: earlier + 2, findings: [] });
    },
  );

  it('is read in parts if many changes are due, so that requests are answered in between, and each change is in exactly one checkpoint', async () => {
    const { db } = database;
    await orders().insertMany(Array.from({ length: 2_500 }, () => order()));
    const reads = await executedCommands(
      db,
      ['orders', 'seals'],
      async () => expect([await checkpoint(), await checkpoint()]).toEqual([2_500, 0]),
      { op: { $in: ['query', 'getmore'] } },
    );
    const returned = (name: string): number[] =>
      reads.filter(({ ns }) => String(ns).endsWith(name)).map(({ nreturned }) => Number(nreturned ?? 0));
    expect(returned('.orders')).toEqual([1_000, 1_000, 500, 1_000, 1_000, 500]);
    expect(Math.max(...returned('.seals'))).toBeLessThanOrEqual(1);
    expect((await checkpoints().find().toArray()).map(({ heads }) => heads.length)).toEqual([1_000, 1_000, 500]);
    expect(await verifyHistory(db)).toMatchObject({ documents: 2_500, checkpoints: 3, findings: [] });
  });
});
