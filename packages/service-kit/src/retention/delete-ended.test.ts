import { executedCommands, forAllTests, freshDatabaseName, testServers } from '@xs2a/test-kit';
import type { Collection } from 'mongodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { NOON, Order, order } from '../../test/orders.ts';
import {
  createdEntry,
  createLog,
  Database,
  deleteEnded,
  HISTORY_CHECKPOINTS,
  newTraceparent,
  type RetainedCollection,
  type RetentionContext,
  runInContext,
  storedCollection,
  verifyHistory,
  writeCheckpoints,
} from '../index.ts';

const DAYS = 400;
const ORDERS = storedCollection('orders', Order, {
  hasCheckpoints: true,
  retained: {
    setting: 'paymentDays',
    ended: { transactionStatus: { $in: ['ACSC', 'RJCT'] } },
    parts: [{ collection: 'parts', by: 'orderId' }],
  },
}) as RetainedCollection;
const SINGLE = { ...ORDERS, retained: { setting: 'paymentDays', ended: ORDERS.retained.ended } } as RetainedCollection;
const PARTS = storedCollection('parts', z.object({ _id: z.string(), orderId: z.string() }));

const database = forAllTests(async () => {
  const opened = await Database.connect(testServers().mongoUrl, freshDatabaseName('retention'), [
    ORDERS,
    PARTS,
    HISTORY_CHECKPOINTS,
  ]);
  return Object.assign(opened, { [Symbol.asyncDispose]: () => opened.close() });
});
const orders = (): Collection<Order> => database.db.collection<Order>('orders');
const log = createLog('payments', 'silent');
const nobody = { ask: () => Promise.reject(new Error('nothing is asked')) };
const context = (): RetentionContext => ({ database, bus: nobody, now: () => NOON, log });
const run = (stored = ORDERS, onlyCount = false) => deleteEnded(context(), stored, { days: DAYS, onlyCount });
const ago = (days: number): Date => new Date(NOON.getTime() - days * 86_400_000);
/** A payment that was created and had its last status so many days ago. */
function ended(created: number, last: number, change: Partial<Order> = {}): Order {
  const entries = [created, last].map((days) => createdEntry('ACSC', ago(days), 'TPP', 'request'));
  return order({ transactionStatus: 'ACSC', history: entries, ...change });
}

beforeEach(async () => {
  for (const { name } of [ORDERS, PARTS, HISTORY_CHECKPOINTS]) await database.db.collection(name).deleteMany({});
});

describe('the retention of ended documents', () => {
  it('deletes documents when their days have passed since their last status, and not a day earlier', async () => {
    const young = ended(DAYS + 300, DAYS - 1);
    await orders().insertMany([young, ended(DAYS + 1, DAYS + 1)]);
    expect(await run()).toBe(1);
    expect(await orders().distinct('_id')).toEqual([young._id]);
  });

  it('keeps open documents and those with undelivered messages, however old they are', async () => {
    const outbox = [{ id: '1', subject: 'x.y', hop: 'write', request: {}, at: NOON, attempts: 0, nextAt: NOON }];
    const kept = [
      ended(900, 900, { transactionStatus: 'ACTC' }),
      ended(900, 900, { outbox: outbox as unknown as Order['outbox'] }),
    ];
    await orders().insertMany(kept, { bypassDocumentValidation: true });
    expect(await run()).toBe(0);
    expect(await orders().countDocuments()).toBe(2);
  });

  it('deletes them with their dependent documents', async () => {
    const [due, young] = [ended(900, 900), ended(900, 1)];
    await orders().insertMany([due, young]);
    const parts = [due, young].map(({ _id }) => ({ _id: crypto.randomUUID(), orderId: _id }));
    await database.db.collection<{ _id: string }>('parts').insertMany(parts);
    await run();
    expect(await database.db.collection('parts').distinct('orderId')).toEqual([young._id]);
  });

  it('keeps documents that others refer to', async () => {
    const [needed, due] = [ended(900, 900), ended(900, 900)];
    await orders().insertMany([needed, due]);
    const retained = { ...SINGLE.retained, stillNeeded: () => Promise.resolve([needed._id]) };
    expect(await run({ ...SINGLE, retained })).toBe(1);
    expect(await orders().distinct('_id')).toEqual([needed._id]);
  });

  it('with onlyCount, counts them and deletes none', async () => {
    await orders().insertMany([ended(900, 900), ended(900, 900)]);
    expect(await run(ORDERS, true)).toBe(2);
    expect(await orders().countDocuments()).toBe(2);
  });

  it('is no finding of verify-history, which reports manual deletion', async () => {
    const [due, byHand] = [ended(900, 900), ended(900, 1)];
    // A chain of one entry each.
    for (const one of [due, byHand]) one.history.length = 1;
    byHand.history = [createdEntry('ACSC', ago(1), 'TPP', 'request')];
    await orders().insertMany([due, byHand]);
    await writeCheckpoints({ database, now: () => NOON, log });
    await run();
    expect((await verifyHistory(database.db)).findings).toEqual([]);
    await orders().deleteOne({ _id: byHand._id });
    expect((await verifyHistory(database.db)).findings).toEqual([{ where: `orders/${byHand._id}`, what: 'is gone' }]);
  });
});

describe('a run over many documents', () => {
  it('skips kept documents, and resumes a stopped run', async () => {
    const stay = Array.from({ length: 700 }, () => ended(900, 1));
    const due = Array.from({ length: 700 }, () => ended(899, 899));
    await orders().insertMany([...stay, ...due]);
    const stopping = AbortSignal.abort();
    const stopped = await runInContext({ requestId: 'r', traceparent: newTraceparent(), stopping }, () => run(SINGLE));
    expect(stopped).toBe(0);
    expect(await run(SINGLE)).toBe(700);
    expect(await orders().countDocuments()).toBe(700);
  });

  it('waits until the index of ended documents is built', async () => {
    await orders().insertOne(ended(900, 900));
    const [index] = (await orders().indexes()).filter(({ name }) => name === 'ended');
    await orders().dropIndex('ended');
    expect(await run(SINGLE)).toBe(0);
    const { v: _, ...definition } = index ?? { key: {} };
    await orders().createIndexes([{ ...definition, key: { 'history.0.at': 1, _id: 1 } }]);
    expect(await run(SINGLE)).toBe(1);
  });

  it('uses the index of ended documents, so it does not read open ones', async () => {
    await orders().insertMany(Array.from({ length: 50 }, () => ended(900, 900, { transactionStatus: 'ACTC' })));
    await orders().insertOne(ended(900, 1));
    const reads = await executedCommands(database.db, ['orders'], () => run(SINGLE), { op: 'query' });
    expect(reads.length).toBeGreaterThan(0);
    expect(reads.map(({ planSummary }) => String(planSummary)).join()).not.toContain('COLLSCAN');
    for (const { docsExamined } of reads) expect(docsExamined).toBeLessThanOrEqual(1);
  });
});
