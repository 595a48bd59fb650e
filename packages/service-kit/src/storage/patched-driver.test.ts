import { mongod, type TestServer } from '@xs2a/test-kit';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** A signature of the cluster time: HMAC-SHA-1. */
const HASH_BYTES = 20;
/** Entries of a reply that is larger than what the driver reads at once. */
const COUNT = 200;

let server: TestServer;
beforeAll(async () => {
  server = await mongod();
});
afterAll(() => server[Symbol.asyncDispose]());

it('the patched driver keeps of a large reply the cluster time, and not the reply (docs/performance.md)', async () => {
  await using client = await MongoClient.connect(server.url);
  const entries = client.db('replies').collection('entries');
  await entries.insertMany(Array.from({ length: COUNT }, (_, number) => ({ text: `Račun ${number}` })));
  await client.withSession(async (session) => {
    expect(await entries.find({}, { session, raw: true }).toArray()).toHaveLength(COUNT);
    const { hash } = session.clusterTime?.signature ?? {};
    expect(hash?.length()).toBe(HASH_BYTES);
    expect(hash?.buffer.buffer.byteLength).toBe(HASH_BYTES);
  });
});
