import { connect } from '@nats-io/transport-node';
import { MongoClient } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { asService, mongod, natsCluster, natsServer, replicaSet } from '../src/index.ts';

describe('a replica set for tests', () => {
  it('keeps what a majority has acknowledged when its primary is killed, and elects another one', async () => {
    await using set = await replicaSet({ electionTimeoutMs: 1_000 });
    await using client = await MongoClient.connect(set.url, { serverSelectionTimeoutMS: 20_000 });
    const kept = client.db('kept').collection<{ at: number }>('kept');
    await kept.insertOne({ at: 1 }, { writeConcern: { w: 'majority', journal: true } });
    const killed = await set.primary();
    await killed.stop('SIGKILL');
    // The driver retries once on its own, which may be before the others have elected a primary.
    const again = { upsert: true, writeConcern: { w: 'majority', journal: true } } as const;
    const store = () => kept.updateOne({ at: 2 }, { $set: { at: 2 } }, again).then(({ acknowledged }) => acknowledged);
    await expect.poll(() => store().catch(() => false), { timeout: 20_000 }).toBe(true);
    expect((await set.primary()).name).not.toBe(killed.name);
    await killed.restart();
    expect(await kept.countDocuments()).toBe(2);
  });

  it('elects another primary when one steps down, and accepts a service at all of its members', async () => {
    await using set = await replicaSet({ electionTimeoutMs: 1_000 });
    const { MONGO_URL = '', MONGO_USER = '', MONGO_PASSWORD = '' } = await asService(set.url, 'sca');
    const auth = { username: MONGO_USER, password: MONGO_PASSWORD };
    await using client = await MongoClient.connect(MONGO_URL, { auth, serverSelectionTimeoutMS: 20_000 });
    expect(await client.db('sca').collection('any').findOne({})).toBeNull();
    const before = await set.primary();
    await set.stepDown(30);
    expect((await set.primary()).name).not.toBe(before.name);
  });
});

describe('a NATS cluster for tests', () => {
  it('forwards a request from a client of one member to a client of another', async () => {
    await using cluster = await natsCluster();
    const [first, second] = cluster.members;
    const asker = await connect({ servers: first?.url ?? '' });
    const answerer = await connect({ servers: second?.url ?? '' });
    answerer.subscribe('question', { callback: (_, message) => void message.respond('answer') });
    await answerer.flush();
    await expect
      .poll(() => asker.request('question', '', { timeout: 500 }).then((reply) => reply.string(), String))
      .toBe('answer');
    await Promise.all([asker.close(), answerer.close()]);
  });
});

describe('a server that is halted', () => {
  it('answers nothing until it continues, and does not count as ended', async () => {
    await using nats = await natsServer();
    const connection = await connect({ servers: nats.url });
    await nats.pause();
    const silent = connection.rtt().then(
      () => 'answered late',
      (error: unknown) => String(error),
    );
    const first = await Promise.race([silent, new Promise((resolve) => setTimeout(resolve, 300, 'silent'))]);
    expect(first).toBe('silent');
    await nats.resume();
    expect(await silent).toBe('answered late');
    expect(nats.endedByItself()).toBeUndefined();
    await connection.close();
  });

  it('that ends unexpectedly reports it', async () => {
    await using mongo = await mongod();
    await using client = await MongoClient.connect(mongo.url, { serverSelectionTimeoutMS: 300 });
    await client
      .db('admin')
      .command({ shutdown: 1, force: true })
      .catch(() => undefined);
    await expect.poll(() => mongo.endedByItself()).toMatch(/mongod ended with 0/);
  });
});
