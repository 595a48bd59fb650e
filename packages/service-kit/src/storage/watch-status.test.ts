import { MongoServerError } from 'mongodb';
import { expect, it } from 'vitest';
import { NOON, ORDERS, type Order, order, useOrdersDatabase } from '../../test/orders.ts';
import { advance, watchStatus } from '../index.ts';

const database = useOrdersDatabase();

async function watched(): Promise<{ document: Order; orders: ReturnType<typeof of>; seen: string[] }> {
  const orders = of();
  const document = order();
  await orders.insertOne(document);
  const seen: string[] = [];
  watchStatus(orders, ({ _id }, { from, to }) => seen.push(`${_id === document._id} ${from} ${to}`));
  return { document, orders, seen };
}
const of = () => database.db.collection<Order>(ORDERS.name);
const move = { at: NOON, by: 'psu' };

it('a status is observed once it is stored, and not if another writer was first', async () => {
  const { document, orders, seen } = await watched();
  await advance(ORDERS, orders, document, 'authorised', move);
  await advance(ORDERS, orders, document, 'authorised', move);
  expect(seen).toEqual(['true RCVD ACTC']);
});

it('a status stored by a transaction is observed once, however often the transaction runs, and not if it is rolled back', async () => {
  const { document, orders, seen } = await watched();
  let runs = 0;
  await database.transaction(async (session) => {
    await advance(ORDERS, orders, document, 'authorised', { ...move, session });
    expect(seen).toEqual([]);
    if (++runs < 3) throw new MongoServerError({ message: 'again', errorLabels: ['TransientTransactionError'] });
  });
  expect([runs, seen]).toEqual([3, ['true RCVD ACTC']]);
  const undone = await watched();
  const failing = database.transaction(async (session) => {
    await advance(ORDERS, undone.orders, undone.document, 'authorised', { ...move, session });
    throw new Error('undone');
  });
  await expect(failing).rejects.toThrow('undone');
  expect(undone.seen).toEqual([]);
});
