import { freshDatabaseName, testServers } from '@xs2a/test-kit';
import { type Collection, type CommandStartedEvent, MongoClient } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findById, insertBatched, isDuplicateKey, wrapCollection } from '../../index.ts';
import { bsonSchemaOf } from '../bson-schema.ts';

interface Order {
  _id: string;
  amount: string;
  currency?: string;
}

const FAILED_VALIDATION = 121;
const BYTES_MAX = 16 * 1_024 * 1_024;

let client: MongoClient;
let orders: Collection<Order>;
const commands: CommandStartedEvent[] = [];
beforeAll(async () => {
  client = await MongoClient.connect(testServers().mongoUrl, { monitorCommands: true });
  const validator = { $jsonSchema: bsonSchemaOf(z.object({ _id: z.string(), amount: z.string() })) };
  orders = await client.db(freshDatabaseName()).createCollection<Order>('orders', { validator });
  client.on('commandStarted', (command) => commands.push(command));
});
afterAll(() => client.close());
beforeEach(() => void commands.splice(0));

const named = (): string[] => commands.map(({ commandName }) => commandName);
const order = (amount = '12.50'): Order => ({ _id: crypto.randomUUID(), amount });
const codeOf = (outcome: PromiseSettledResult<void> | undefined): unknown =>
  outcome?.status === 'rejected' ? (outcome.reason as { code?: unknown }).code : 'stored';

describe('documents found by id', () => {
  it('in one turn of the event loop are read by one command, and each reader gets its own', async () => {
    const stored = Array.from({ length: 20 }, () => order());
    await orders.insertMany(stored);
    commands.splice(0);
    const unknown = crypto.randomUUID();
    const found = await Promise.all([...stored.map(({ _id }) => _id), unknown].map((id) => findById(orders, id)));
    expect(found).toEqual([...stored, null]);
    expect(named()).toEqual(['find']);
  });

  it('beyond the maximum of one command are read by the next', async () => {
    const ids = Array.from({ length: 101 }, () => crypto.randomUUID());
    const found = await Promise.all(ids.map((id) => findById(orders, id)));
    expect(found).toEqual(ids.map(() => null));
    const filters = commands.map(({ command }) => command['filter'] as unknown);
    expect(filters).toEqual([{ _id: { $in: ids.slice(0, 100) } }, { _id: ids[100] }]);
  });

  it('are found one by one as well', async () => {
    const stored = order();
    await orders.insertOne(stored);
    commands.splice(0);
    expect(await findById(orders, stored._id)).toEqual(stored);
    expect(commands[0]?.command['filter']).toEqual({ _id: stored._id });
  });

  it('are found even if they exceed the maximum size of one database reply', async () => {
    const large = [1, 2, 3].map(() => order('x'.repeat((BYTES_MAX / 8) * 3)));
    const stored = [...large, order()];
    await orders.insertMany(stored);
    commands.splice(0);
    const found = await Promise.all(stored.map(({ _id }) => findById(orders, _id)));
    expect(found.map((one) => one?._id)).toEqual(stored.map(({ _id }) => _id));
    expect(named()).toEqual(['find', 'getMore']);
  });

  it('read with some fields are not mixed with whole ones', async () => {
    const [whole, part] = [order(), order()];
    await orders.insertMany([whole, part]);
    const found = await Promise.all([findById(orders, whole._id), findById(orders, part._id, ['currency'])]);
    expect(found).toEqual([whole, { _id: part._id }]);
  });

  it('include their late fields, alone and together', async () => {
    const late = wrapCollection(orders, { currency: () => 'EUR' });
    const stored = [order(), order()];
    await orders.insertMany(stored);
    const expected = stored.map((one) => ({ ...one, currency: 'EUR' }));
    expect(await Promise.all(stored.map(({ _id }) => findById(late, _id)))).toEqual(expected);
    expect(await findById(late, stored[0]?._id ?? '')).toEqual(expected[0]);
  });

  it('are rejected for each reader if the database fails', async () => {
    const closed = new MongoClient(testServers().mongoUrl, { serverSelectionTimeoutMS: 50 });
    await closed.close();
    const collection = closed.db('none').collection<Order>('orders');
    const outcomes = await Promise.allSettled(['a', 'b'].map((id) => findById(collection, id)));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});

describe('stored documents', () => {
  it('of one turn of the event loop are written by one command', async () => {
    const made = Array.from({ length: 20 }, () => order());
    await Promise.all(made.map((one) => insertBatched(orders, one)));
    expect(named()).toEqual(['insert']);
    expect(await orders.countDocuments({ _id: { $in: made.map(({ _id }) => _id) } })).toBe(20);
  });

  it('have separate outcomes: a duplicate, invalid or too large one does not affect the others', async () => {
    const [first, last] = [order(), order()];
    const invalid = { ...order(), amount: 12 } as unknown as Order;
    const batch = [first, { ...order(), _id: first._id }, invalid, last];
    const outcomes = await Promise.allSettled(batch.map((one) => insertBatched(orders, one)));
    expect(outcomes.map(codeOf)).toEqual(['stored', 11_000, FAILED_VALIDATION, 'stored']);
    expect(isDuplicateKey((outcomes[1] as PromiseRejectedResult).reason)).toBe(true);
    const besideLarge = order();
    const [large, beside] = await Promise.allSettled(
      [order('9'.repeat(BYTES_MAX)), besideLarge].map((one) => insertBatched(orders, one)),
    );
    expect([large?.status, beside?.status]).toEqual(['rejected', 'fulfilled']);
    const stored = await orders.find({ _id: { $in: [first._id, last._id, besideLarge._id, invalid._id] } }).toArray();
    expect(stored.map(({ _id }) => _id).toSorted()).toEqual([first._id, last._id, besideLarge._id].toSorted());
  });

  it('are rejected for each caller without majority confirmation, because none is known to be durable', async () => {
    const options = { writeConcern: { w: 9, wtimeoutMS: 1 } };
    const unconfirmed = client.db(orders.dbName).collection<Order>('orders', options);
    const outcomes = await Promise.allSettled([order(), order()].map((one) => insertBatched(unconfirmed, one)));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
