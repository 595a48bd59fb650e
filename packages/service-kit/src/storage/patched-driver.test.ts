import { createRequire } from 'node:module';
import { forAllTests, mongod } from '@xs2a/test-kit';
import { MongoClient, MongoServerError } from 'mongodb';
import { beforeAll, describe, expect, it } from 'vitest';

/** SASLprep (RFC 4013) makes two letters of the first one. */
const PASSWORD = 'Ⅸ lozinka č';
const PREPARED = 'IX lozinka č';
/** A signature of the cluster time: HMAC-SHA-1. */
const HASH_BYTES = 20;
/** Entries of a reply that is larger than what the driver reads at once. */
const COUNT = 200;

const server = forAllTests(() => mongod());
beforeAll(async () => {
  await using client = await MongoClient.connect(server.url);
  for (const [user, pwd] of [
    ['ascii', 'lozinka ~ 1'],
    ['letters', PASSWORD],
  ]) {
    await client.db('admin').command({ createUser: user, pwd, roles: [], mechanisms: ['SCRAM-SHA-256'] });
  }
});

async function connectsAs(username: string, password: string): Promise<boolean> {
  const options = { auth: { username, password }, authMechanism: 'SCRAM-SHA-256' } as const;
  await using client = new MongoClient(server.url, options);
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (error instanceof MongoServerError) return false;
    throw error;
  }
}

const isLoaded = (name: string): boolean =>
  Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes(`/${name}/`));

describe('the patched driver', () => {
  it('keeps of a large reply the cluster time, and not the reply (decision 107)', async () => {
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

  it('does not load the tables of SASLprep for a password in ASCII (decision 110)', async () => {
    expect(await connectsAs('ascii', 'lozinka ~ 1')).toBe(true);
    expect(await connectsAs('ascii', 'lozinka ~ 2')).toBe(false);
    expect([isLoaded('mongodb'), isLoaded('saslprep')]).toEqual([true, false]);
  });

  it('prepares any other password', async () => {
    expect(await connectsAs('letters', PASSWORD)).toBe(true);
    expect(await connectsAs('letters', PREPARED)).toBe(true);
    expect(await connectsAs('letters', 'lozinka č')).toBe(false);
  });
});
