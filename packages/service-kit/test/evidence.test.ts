import { testServers } from '@xs2a/test-kit';
import type { Collection } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  advance,
  createdAs,
  createLog,
  type Database,
  type Seal,
  sealed,
  sealHistory,
  verifyHistory,
} from '../src/index.ts';
import { NOON, ORDERS, type Order, order, ordersDatabase } from './orders.ts';

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
const seals = (): Collection<Seal> => database.db.collection<Seal>('seals');
const seal = (): Promise<number> => sealHistory({ database, now: () => at, log: createLog('payments', 'silent') });
const findings = async (): Promise<string[]> =>
  (await verifyHistory(database.db)).findings.map(({ where, what }) => `${where} ${what}`);

async function storedOrder(): Promise<Order> {
  const document = order({ history: [createdAs('RCVD', at, 'PSDHR-HNB-SANDBOX', crypto.randomUUID())] });
  await orders().insertOne(document);
  return document;
}
function authorised(document: Order): Promise<Order | null> {
  return advance(ORDERS, orders(), document, ['authorised', 'profileChecked'], { at, by: 'psu', psuId: 'psu-1' });
}

describe('the history of a resource as evidence (who, when, from which status to which, request id)', () => {
  it('is a chain of entries, and each move is sealed once', async () => {
    const document = await storedOrder();
    expect(await seal()).toBe(1);
    at = new Date(at.getTime() + MINUTE_MS / 2);
    expect((await authorised(document))?.history.at(-1)).toMatchObject({ by: 'psu', psuId: 'psu-1', to: 'ACCP' });
    expect(await seal()).toBe(1);
    expect(await seal()).toBe(0);
    expect(await verifyHistory(database.db)).toMatchObject({ documents: 1, entries: 3, seals: 2, findings: [] });
  });

  it('two moves from one and the same reading: one of them is too late, also where the status stays', async () => {
    const document = await storedOrder();
    const moves = await Promise.all([authorised(document), authorised(document)]);
    expect(moves.filter((moved) => moved === null)).toHaveLength(1);
  });

  it.each([
    ['the author', { 'history.0.by': 'PSDHR-HNB-OTHER' }],
    ['the date', { 'history.0.at': new Date(NOON.getTime() + 1) }],
    ['the status moved to', { 'history.0.to': 'ACTC' }],
    ['the request', { 'history.0.requestId': 'another' }],
  ])('one altered entry is found: %s', async (_, altered) => {
    const { _id } = await storedOrder();
    expect(await findings()).toEqual([]);
    await orders().updateOne({ _id }, { $set: altered });
    expect(await findings()).toEqual([`orders/${_id} entry 1 is not as it was written`]);
  });

  it('an entry taken away from the end is found, where it was sealed', async () => {
    const document = await storedOrder();
    await authorised(document);
    await seal();
    await orders().updateOne({ _id: document._id }, { $pop: { history: 1 } });
    expect(await findings()).toEqual([`orders/${document._id} is not as it was sealed with 3 entries`]);
  });

  it('a history written anew as a whole is found, and so is a resource that is gone', async () => {
    const forged = await storedOrder();
    const gone = await storedOrder();
    await seal();
    await orders().updateOne({ _id: forged._id }, { $set: { history: order({ requestId: 'x' }).history } });
    await orders().deleteOne({ _id: gone._id });
    expect((await findings()).toSorted()).toEqual(
      [`orders/${forged._id} is not as it was sealed with 1 entries`, `orders/${gone._id} is gone`].toSorted(),
    );
  });

  it('a seal altered, or taken out of the middle, breaks the chain of seals', async () => {
    for (let count = 0; count < 3; count++) {
      await storedOrder();
      at = new Date(at.getTime() + 2 * MINUTE_MS);
      await seal();
    }
    expect(await findings()).toEqual([]);
    const second = await seals().findOneAndDelete({ _id: 2 });
    expect(await findings()).toEqual(['seals/3 does not follow on the seal before it']);
    if (second === null) throw new Error('there was no second seal');
    const { hash: _, ...content } = second;
    await seals().insertOne(sealed({ ...content, heads: [] }));
    expect(await findings()).toEqual(['seals/3 does not follow on the seal before it']);
  });

  it('of two replicas that seal at the same moment one makes the link', async () => {
    await storedOrder();
    expect((await Promise.all([seal(), seal()])).toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(await findings()).toEqual([]);
  });
});
