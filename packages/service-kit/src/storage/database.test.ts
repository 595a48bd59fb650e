import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { freshDatabaseName, mongod, testServers } from '@xs2a/test-kit';
import { type Document, Double, MongoClient, MongoServerError } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ORDERS, Order, order, ordersDatabase, useOrdersDatabase } from '../../test/orders.ts';
import { bsonSchemaOf, Database, storedCollection, toRefusal } from '../index.ts';

const { mongoUrl, mongoTcpUrl } = testServers();
const database = useOrdersDatabase();

const orders = (): ReturnType<typeof database.db.collection<Order>> => database.db.collection<Order>(ORDERS.name);

describe('a database', () => {
  it('uses w=majority with journal for writes, and majority reads', () => {
    expect(database.client.options.writeConcern).toMatchObject({ w: 'majority', journal: true });
    expect(database.client.options.readConcern?.level).toBe('majority');
    expect(database.client.options.readPreference.mode).toBe('primary');
  });

  it.each(['w=1', 'w=0', 'journal=false', 'readConcernLevel=local', 'readPreference=secondary'])(
    'is not weakened by %s in its address',
    async (option) => {
      const connect = Database.connect(`${mongoUrl}&${option}`, 'weak', [ORDERS]);
      const opened = await connect.catch((error: unknown) => error);
      if (opened instanceof Database) {
        const { writeConcern, readConcern, readPreference } = opened.client.options;
        await opened.close();
        expect([writeConcern?.w, writeConcern?.journal, readConcern?.level, readPreference.mode]).toEqual([
          'majority',
          true,
          'majority',
          'primary',
        ]);
      } else expect(String(opened)).toContain('MONGO_URL: must not weaken');
    },
  );

  it('is opened at once even if a killed process has left a transaction open', async () => {
    const left = database.client.startSession();
    left.startTransaction();
    await orders().insertOne(order(), { session: left });
    const again = await Database.connect(mongoUrl, database.db.databaseName, [ORDERS]);
    expect(await again.isReady()).toBe(true);
    await again.close();
    await left.abortTransaction();
    await left.endSession();
  });

  it('applies a changed schema in repeatable steps', async () => {
    const wider = storedCollection('orders', Order.extend({ colour: z.string() }), {});
    for (const stored of [wider, wider, ORDERS]) {
      const opened = await Database.connect(mongoUrl, database.db.databaseName, [stored]);
      const failure: unknown = await opened.db
        .collection<Order>('orders')
        .insertOne(order())
        .catch((error: unknown) => error);
      expect(failure instanceof MongoServerError).toBe(stored === wider);
      await opened.close();
    }
  });

  it('returns a document as it was stored, with amounts as bigint', async () => {
    const stored = order({ minorUnits: 9_007_199_254_740_993n });
    await orders().insertOne(stored);
    expect(Order.parse(await orders().findOne({ _id: stored._id }))).toEqual(stored);
  });

  it.each([
    ['an unknown status', { transactionStatus: 'DONE' }],
    ['a missing field', { tppId: undefined }],
    ['an amount that is not an integer', { minorUnits: new Double(12.5) }],
    ['a text for a date', { createdAt: '2026-11-21' }],
    ['too long a text', { debtor: { iban: 'x'.repeat(35) } }],
    ['a number below its least', { signed: -1 }],
    [
      'a history entry without its author',
      { history: [{ at: new Date(), event: 'x', from: null, to: 'y', requestId: 'z' }] },
    ],
  ])('refuses %s by itself, whatever the code checks', async (_, change) => {
    const document = { ...order(), ...change } as unknown as Order;
    const refused: unknown = await orders()
      .insertOne(document)
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(MongoServerError);
    expect((refused as MongoServerError).code).toBe(121);
  });

  it('accepts fields that a newer version added, at any depth', async () => {
    const newer = { ...order(), swiftGpi: true, debtor: { iban: 'HR1210010051863000160', proxy: 'new' } };
    await expect(orders().insertOne(newer)).resolves.toBeDefined();
  });

  it('changes several documents together or none', async () => {
    const [left, right] = [order(), order()];
    await database.transaction(async (session) => {
      await orders().insertOne(left, { session });
      await orders().insertOne(right, { session });
    });
    expect(await orders().countDocuments({ _id: { $in: [left._id, right._id] } })).toBe(2);

    const lost = order();
    const failed = database.transaction(async (session) => {
      await orders().insertOne(lost, { session });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await orders().findOne({ _id: lost._id })).toBeNull();
  });

  it('can be prepared by several replicas at once, and again at each start', async () => {
    const name = freshDatabaseName('twice');
    const both = await Promise.all([1, 2, 3].map(() => Database.connect(mongoUrl, name, [ORDERS])));
    const again = await Database.connect(mongoUrl, name, [ORDERS]);
    const indexes = await again.db.collection(ORDERS.name).indexes();
    expect(indexes.map(({ key }) => Object.keys(key as object).join())).toContain('tppId,requestId');
    expect(await again.isReady()).toBe(true);
    await Promise.all([...both, again].map((opened) => opened.close()));
  });
});

describe('a refused start', () => {
  it('leaves no connections open', async () => {
    await using client = new MongoClient(mongoUrl);
    const name = freshDatabaseName('refused');
    // Found by the application name of the connections, because other tests use the same server.
    const left = (): Promise<unknown[]> =>
      client
        .db('admin')
        .aggregate([{ $currentOp: { allUsers: true, idleConnections: true } }, { $match: { appName: name } }])
        .toArray();
    const unusable = storedCollection('unusable', Order, { indexes: [{ key: { tppId: 0 } }] });
    for (let attempt = 0; attempt < 5; attempt++) {
      await expect(Database.connect(mongoUrl, name, [unusable])).rejects.toThrow();
    }
    await expect.poll(left).toHaveLength(0);
  });

  it('would be noticed by its connections: a successful start has some', async () => {
    await using client = new MongoClient(mongoUrl);
    const name = freshDatabaseName('accepted');
    const database = await Database.connect(mongoUrl, name, [ORDERS]);
    const found = await client
      .db('admin')
      .aggregate([{ $currentOp: { allUsers: true, idleConnections: true } }, { $match: { appName: name } }])
      .toArray();
    expect(found.length).toBeGreaterThan(0);
    await database.close();
  });
});

describe('a validator derived from a schema', () => {
  it.each([
    [
      'numbers above and below a limit',
      z.object({ _id: z.string(), n: z.number().positive().lt(10) }),
      { n: 5 },
      { n: 0 },
    ],
    ['null', z.object({ _id: z.string(), n: z.string().nullable() }), { n: null }, { n: 1 }],
    ['one fixed value', z.object({ _id: z.string(), n: z.literal('a') }), { n: 'a' }, { n: 'b' }],
    [
      'one of several shapes',
      z.object({ _id: z.string(), n: z.union([z.string(), z.date()]) }),
      { n: new Date() },
      { n: 1 },
    ],
    [
      'a map',
      z.object({ _id: z.string(), n: z.record(z.string(), z.boolean()) }),
      { n: { a: true } },
      { n: { a: 'x' } },
    ],
    ['a pair', z.object({ _id: z.string(), n: z.tuple([z.string(), z.date()]) }), { n: ['a', new Date()] }, { n: 'a' }],
    [
      'fields named as words of the schema',
      z.object({ _id: z.string(), format: z.string() }),
      { format: 'x' },
      { format: 1 },
    ],
  ])('supports %s', async (_, schema: z.ZodType<Document>, good, bad) => {
    const name = `v${crypto.randomUUID().slice(0, 8)}`;
    const opened = await Database.connect(mongoUrl, freshDatabaseName('validators'), [storedCollection(name, schema)]);
    const collection = opened.db.collection<{ _id: string }>(name);
    await expect(collection.insertOne({ _id: 'good', ...good })).resolves.toBeDefined();
    await expect(collection.insertOne({ _id: 'bad', ...bad })).rejects.toMatchObject({ code: 121 });
    await opened.close();
  });

  it('only contains keywords that the database supports', () => {
    expect(JSON.stringify(bsonSchemaOf(Order))).not.toMatch(/"(format|pattern|const|\$schema|default)":/);
  });
});

describe('toRefusal', () => {
  it('returns a temporary error when new connections cannot authenticate because the password was changed', async () => {
    await using admin = await MongoClient.connect(mongoUrl);
    const name = freshDatabaseName();
    const account = { roles: ['root'], mechanisms: ['SCRAM-SHA-256'] };
    await admin.db('admin').command({ createUser: name, pwd: 'first', ...account });
    const address = new URL(mongoUrl);
    [address.username, address.password] = [name, 'first'];
    await using user = await MongoClient.connect(address.href);
    await admin.db('admin').command({ updateUser: name, pwd: 'second', ...account });
    const find = (): Promise<unknown> => user.db(name).collection('orders').findOne({ $where: 'sleep(50) || true' });
    const ended = await Promise.allSettled(Array.from({ length: 8 }, find));
    const errors = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    await admin.db('admin').command({ dropUser: name });
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.map((error) => toRefusal(error).situation)).toEqual(errors.map(() => 'serviceUnavailable'));
  });

  it('returns a temporary error if the database is unavailable, and an internal error otherwise', async () => {
    const own = await mongod();
    const opened = await ordersDatabase(own.url);
    await own.stop('SIGKILL');
    const error: unknown = await opened.db
      .collection(ORDERS.name)
      .findOne({})
      .catch((thrown: unknown) => thrown);
    expect(toRefusal(error).situation, String(error)).toBe('serviceUnavailable');
    expect(toRefusal(new Error('x')).situation).toBe('internalError');
    expect(toRefusal(null).situation).toBe('internalError');
    const several: unknown = await opened.db
      .collection(ORDERS.name)
      .bulkWrite([{ deleteOne: { filter: {} } }])
      .catch((thrown: unknown) => thrown);
    expect(toRefusal(several).situation, String(several)).toBe('serviceUnavailable');
    await opened.close();
    const closed: unknown = await opened.db
      .collection(ORDERS.name)
      .findOne({})
      .catch((thrown: unknown) => thrown);
    expect(toRefusal(closed).situation, String(closed)).toBe('serviceUnavailable');
    await own[Symbol.asyncDispose]();
  });

  it.each(['EPIPE', 'ECONNRESET'])('returns a temporary error if a write meets a closed connection (%s)', (code) => {
    expect(toRefusal(Object.assign(new Error('write'), { code })).situation).toBe('serviceUnavailable');
    expect(toRefusal(Object.assign(new Error('open'), { code: 'ENOENT' })).situation).toBe('internalError');
  });
});

describe('a service that starts while its database is unavailable', () => {
  it('waits for it', async () => {
    await using mongo = await mongod();
    await mongo.stop('SIGKILL');
    const connecting = Database.connect(mongo.url, freshDatabaseName(), [ORDERS]);
    // Longer than the search for a primary takes.
    const first = await Promise.race([connecting.then(() => 'connected', String), after(2_500, 'waits')]);
    await mongo.restart();
    const database = await connecting;
    expect(first).toBe('waits');
    await expect.poll(() => database.isReady(), { timeout: 10_000 }).toBe(true);
    await database.close();
  });

  it('also waits if the database is found but authenticates slowly', async () => {
    const { host, port, hostname } = new URL(mongoTcpUrl);
    const slowUntil = Date.now() + 4_000;
    let connections = 0;
    // The first connection monitors the server.
    const slow = createServer((client) => {
      const waits = ++connections > 1 ? Math.max(0, slowUntil - Date.now()) : 0;
      void after(waits).then(() => {
        const server = connect({ host: hostname, port: Number(port) });
        for (const one of [client, server]) one.on('error', () => undefined);
        client.pipe(server).pipe(client);
      });
    }).listen(0, '127.0.0.1');
    await once(slow, 'listening');
    const through = mongoTcpUrl.replace(host, `127.0.0.1:${(slow.address() as AddressInfo).port}`);
    const opened = await Database.connect(through, freshDatabaseName(), [ORDERS]);
    expect(Date.now()).toBeGreaterThanOrEqual(slowUntil);
    await opened.close();
    slow.close();
  });
});
