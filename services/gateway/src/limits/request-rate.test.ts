import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROFILE_PRESETS } from '@xs2a/contracts';
import { createLog } from '@xs2a/service-kit';
import { freshDatabaseName, mongod, testServers } from '@xs2a/test-kit';
import { eventually } from '@xs2a/test-system/eventually';
import { MongoClient } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { startGateway } from '../../test/start-gateway.ts';
import { RequestRate } from './request-rate.ts';

const PER_SECOND = 1;
const BURST = 12;
const LIMITS = { ...PROFILE_PRESETS['berlin-group'].limits, requestsPerSecond: PER_SECOND, requestBurst: BURST };
/** Waits for the database even on a slow machine. */
const PATIENT = { waitMs: 60_000 };
const [TPP, OTHER] = ['PSDHR-HNB-SANDBOX', 'PSDHR-HNB-OTHER'];

/** Starts a database and replicas that count in it. */
async function startReplicas(url = testServers().mongoUrl) {
  const client = await MongoClient.connect(url, { serverSelectionTimeoutMS: 2_000 });
  const db = client.db(freshDatabaseName('rate'));
  const events: unknown[] = [];
  const log = createLog('gateway', 'warn', { write: (line) => void events.push(JSON.parse(line).event) });
  return {
    events,
    replica: (limits = LIMITS, options: { waitMs?: number } = PATIENT) =>
      new RequestRate(
        { profile: { limits, tppLimits: {} }, log, collection: ({ name }) => db.collection(name) as never },
        options,
      ),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/**
 * Sends many requests at once to the replicas in turn. Returns the number of accepted requests, and the most that the rate allows
 * in this time.
 */
async function flood(replicas: readonly RequestRate[], tpp: string, requests: number) {
  const since = performance.now();
  const counted = await Promise.allSettled(
    Array.from({ length: requests }, async (_, index) => replicas[index % replicas.length]?.count(tpp)),
  );
  const seconds = (performance.now() - since) / 1_000;
  const accepted = counted.filter(({ status }) => status === 'fulfilled').length;
  return { accepted, most: BURST + Math.ceil(seconds * PER_SECOND) };
}

describe('the requests of one TPP', () => {
  it('are accepted up to the burst and the rate, over all replicas', async () => {
    await using database = await startReplicas();
    const { accepted, most } = await flood([database.replica(), database.replica()], TPP, 60);
    expect(accepted).toBeGreaterThanOrEqual(BURST);
    expect(accepted).toBeLessThanOrEqual(most);
  });

  it('do not reduce the rate of another TPP', async () => {
    await using database = await startReplicas();
    const replica = database.replica();
    await flood([replica], TPP, 40);
    expect(await flood([replica], OTHER, BURST)).toMatchObject({ accepted: BURST });
  });

  it('are not limited if the profile has 0', async () => {
    await using database = await startReplicas();
    const replica = database.replica({ ...LIMITS, requestsPerSecond: 0, requestBurst: 1 });
    expect(await flood([replica], TPP, 60)).toMatchObject({ accepted: 60 });
  });

  it('are accepted by each replica up to the burst and the rate while the database is unavailable', async () => {
    await using mongo = await mongod();
    await using database = await startReplicas(mongo.url);
    await mongo[Symbol.asyncDispose]();
    const { accepted, most } = await flood([database.replica(LIMITS, {})], TPP, 40);
    expect(accepted).toBeGreaterThanOrEqual(BURST);
    expect(accepted).toBeLessThanOrEqual(most);
    expect(database.events).toContain('rateNotShared');
  });

  it('are refused beyond that with 429 and Retry-After, without a body', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'xs2a-rate-'));
    const PROFILE = join(folder, 'profile.yaml');
    writeFileSync(PROFILE, `limits:\n  requestsPerSecond: 1\n  requestBurst: 1\n`);
    await using gateway = await startGateway({ PROFILE });
    rmSync(folder, { recursive: true });
    const ask = () => gateway.ask('GET', '/v1/consents/x/status', { headers: { 'X-Sandbox-TPP': TPP } });
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers, text } of refused) {
      // 2 if the fair share refuses a TPP, whose rate is used up, before any other check.
      expect(headers.get('retry-after')).toMatch(/^[12]$/);
      expect(text).toBe('');
    }
  });
});

it('a gateway stays ready while the database is unavailable, and reports it', async () => {
  await using mongo = await mongod();
  await using gateway = await startGateway({ MONGO_URL: mongo.url });
  await mongo.pause();
  const { host } = new URL(mongo.url);
  const readiness = async (): Promise<string> => (await fetch(`${gateway.healthUrl}/readyz`)).text();
  const text = await eventually(readiness, (one) => one.includes('database is away'));
  expect(text.split('\n')).toEqual(expect.arrayContaining(['ready', `database is away: mongodb://${host}`]));
  const isOutageLogged = ({ event, dependency }: Record<string, unknown>): boolean =>
    event === 'waiting' && dependency === 'database';
  await expect.poll(() => gateway.logLines().some(isOutageLogged)).toBe(true);
  await mongo.resume();
  await eventually(readiness, (one) => !one.includes('database is away'));
});
