import { describe, expect, it } from 'vitest';
import { echo } from '../../test/echo-service.ts';
import { NOON, ORDERS, Order, order, useOrdersDatabase } from '../../test/orders.ts';
import { advance, CREATED_ONCE, createOnce, outboxEntry, runInContext, storedCollection } from '../index.ts';
import { onMessages } from '../outbox/expect-messages.ts';

const database = useOrdersDatabase();

const orders = (): ReturnType<typeof database.db.collection<Order>> => database.db.collection<Order>(ORDERS.name);
const move = { at: new Date('2026-11-21T12:05:00Z'), by: 'psu' };

async function stored(change: Partial<Order> = {}): Promise<Order> {
  const document = order(change);
  await orders().insertOne(document);
  return document;
}

describe('advance', () => {
  it('follows an edge of the status machine and appends author, time, old and new status and request to the history', async () => {
    const document = await stored();
    const context = { requestId: 'request-7', traceparent: '' };
    const moved = await runInContext(context, () => advance(ORDERS, orders(), document, 'authorised', move));
    expect(Order.parse(moved).transactionStatus).toBe('ACTC');
    const entry = { at: move.at, event: 'authorised', from: 'RCVD', to: 'ACTC', by: 'psu', requestId: 'request-7' };
    expect(moved?.history).toEqual([...document.history, { ...entry, hash: expect.any(String) as string }]);
  });

  it('applies several events in one write and keeps each in the history', async () => {
    const document = await stored();
    const moved = await advance(ORDERS, orders(), document, ['authorised', 'profileChecked', 'settling'], move);
    expect(moved?.transactionStatus).toBe('ACSP');
    expect(moved?.history.slice(1).map(({ from, to }) => `${from} ${to}`)).toEqual([
      'RCVD ACTC',
      'ACTC ACCP',
      'ACCP ACSP',
    ]);
  });

  it.each(['settled', 'unheard', 'valueOf', '__proto__', 'constructor', ''])(
    'throws at the edge %j that there is not',
    async (event) => {
      const document = await stored();
      await expect(advance(ORDERS, orders(), document, event, move)).rejects.toThrow('no edge');
      await expect(advance(ORDERS, orders(), document, ['authorised', event, 'x'], move)).rejects.toThrow('no edge');
      expect(await orders().findOne({ _id: document._id })).toEqual(document);
    },
  );

  it('wakes the notification sender of this process only if there are notifications', async () => {
    let told = 0;
    onMessages(database.client, 'notices', () => told++);
    const wish = { uri: 'https://tpp.example/told', contents: ['PROCESS' as const] };
    const notificationTarget = ({ _id: id }: Order) => ({
      tppId: 'tpp',
      wish,
      parent: { kind: 'payment' as const, id },
    });
    await advance(ORDERS, orders(), await stored(), 'authorised', move);
    expect(told).toBe(0);
    await advance({ ...ORDERS, notificationTarget }, orders(), await stored(), 'authorised', move);
    expect(told).toBe(1);
  });

  it('never leaves a final status', async () => {
    const document = await stored({ transactionStatus: 'RJCT' });
    await expect(advance(ORDERS, orders(), document, 'cancelled', move)).rejects.toThrow('no edge');
  });

  it('succeeds for one of many callers that read the same status', async () => {
    const document = await stored();
    const events = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? 'authorised' : 'cancelled'));
    const moved = await Promise.all(events.map((event) => advance(ORDERS, orders(), document, event, move)));
    expect(moved.filter((result) => result !== null)).toHaveLength(1);
    expect((await orders().findOne({ _id: document._id }))?.history).toHaveLength(2);
  });

  it('returns null and writes nothing if the document does not meet the condition', async () => {
    const document = await stored();
    const moved = await advance(ORDERS, orders(), document, 'authorised', { ...move, where: { fingerprint: 'other' } });
    expect(moved).toBeNull();
    expect(await orders().findOne({ _id: document._id })).toEqual(document);
  });

  it('sets fields, appends to arrays and adds messages in the same write', async () => {
    const document = await stored();
    const entry = outboxEntry(echo, { word: 'authorised' }, NOON);
    const moved = await advance(ORDERS, orders(), document, 'authorised', {
      ...move,
      set: { signed: 2 },
      outbox: [entry],
    });
    expect(moved).toMatchObject({ signed: 2, transactionStatus: 'ACTC' });
    expect(moved?.outbox).toEqual([entry]);
  });

  it('refuses a status among the fields to set', async () => {
    const document = await stored();
    const moved = await advance(ORDERS, orders(), document, 'authorised', {
      ...move,
      set: { transactionStatus: 'ACSC' },
    });
    expect(moved?.transactionStatus).toBe('ACTC');
  });

  it('is rolled back with its transaction', async () => {
    const document = await stored();
    const failed = database.transaction(async (session) => {
      await advance(ORDERS, orders(), document, 'authorised', { ...move, session });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await orders().findOne({ _id: document._id })).toEqual(document);
  });

  it('throws for a collection without a status', async () => {
    const plain = storedCollection('orders', Order);
    await expect(advance(plain, orders(), order(), 'authorised', move)).rejects.toThrow('has no status');
  });
});

describe('createOnce', () => {
  it('stores a document, and returns it when the same request is repeated', async () => {
    const first = order();
    expect(await createOnce(orders(), first)).toEqual({ document: first, created: true });
    const again = order({ requestId: first.requestId });
    expect(await createOnce(orders(), again)).toEqual({ document: first, created: false });
  });

  it('refuses another request under the same X-Request-ID', async () => {
    const first = order();
    await createOnce(orders(), first);
    const other = order({ requestId: first.requestId, fingerprint: 'body-2' });
    await expect(createOnce(orders(), other)).rejects.toMatchObject({
      situation: 'requestIdReused',
      path: 'X-Request-ID',
    });
    expect(await orders().findOne({ _id: other._id })).toBeNull();
  });

  it('treats the same X-Request-ID of another TPP as a different request', async () => {
    const first = order();
    await createOnce(orders(), first);
    const foreign = order({ requestId: first.requestId, tppId: 'PSDHR-HNB-OTHER' });
    expect((await createOnce(orders(), foreign)).created).toBe(true);
  });

  it('stores one document for twenty concurrent equal requests, and returns it to all', async () => {
    for (let round = 0; round < 5; round++) {
      const requestId = crypto.randomUUID();
      const results = await Promise.all(Array.from({ length: 20 }, () => createOnce(orders(), order({ requestId }))));
      expect(results.filter(({ created }) => created)).toHaveLength(1);
      expect(new Set(results.map(({ document }) => document._id)).size).toBe(1);
      expect(await orders().countDocuments({ requestId })).toBe(1);
    }
  });

  it('does not mistake a duplicate id for a repeated request', async () => {
    const first = order();
    await createOnce(orders(), first);
    await expect(createOnce(orders(), order({ _id: first._id }))).rejects.toMatchObject({ code: 11_000 });
    expect(CREATED_ONCE.unique).toBe(true);
  });
});
