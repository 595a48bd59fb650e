import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '@xs2a/service-kit';
import { freshDatabaseName, mongod, testKeys, testServers } from '@xs2a/test-kit';
import { eventually } from '@xs2a/test-system/eventually';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../test/start-gateway.ts';
import { service } from '../service.ts';

const PER_SECOND = 4;
const BURST = 12;
const MONGO_DATABASE = freshDatabaseName();
const folder = mkdtempSync(join(tmpdir(), 'xs2a-rate-'));
const PROFILE = join(folder, 'profile.yaml');
writeFileSync(PROFILE, `limits:\n  requestsPerSecond: ${PER_SECOND}\n  requestBurst: ${BURST}\n`);

let gateway: TestGateway;
let replica: Awaited<ReturnType<typeof startService>>;
beforeAll(async () => {
  gateway = await startGateway({ PROFILE, MONGO_DATABASE });
  const own = { NATS_URL: gateway.natsUrl, MONGO_URL: testServers().mongoUrl, GATEWAY_PORT: '0', SANDBOX: 'true' };
  replica = await startService(service, {
    env: { ...own, MONGO_DATABASE, PROFILE, LOG_LEVEL: 'silent', ...testKeys('gateway') },
  });
});
afterAll(async () => {
  await replica.stop();
  await gateway[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

function ask(url: string, tpp: string): Promise<Response> {
  const headers = { 'X-Request-ID': crypto.randomUUID(), 'X-Sandbox-TPP': tpp };
  return fetch(new URL('/v1/consents/x/status', url), { headers });
}

/** Sends many requests at once, to the addresses in turn. Returns the refused ones and the duration. */
async function flood(urls: readonly string[], tpp: string, requests: number) {
  const since = performance.now();
  const answers = await Promise.all(
    Array.from({ length: requests }, (_, index) => ask(urls[index % urls.length] ?? '', tpp)),
  );
  const seconds = (performance.now() - since) / 1_000;
  return { refused: answers.filter(({ status }) => status === 429), seconds };
}

describe('the requests of one TPP', () => {
  it('are accepted up to the burst and the rate, over all replicas', async () => {
    const requests = 60;
    const { refused, seconds } = await flood([gateway.url, replica.httpUrl ?? ''], 'PSDHR-HNB-SANDBOX', requests);
    const letIn = requests - refused.length;
    expect(letIn).toBeGreaterThanOrEqual(BURST);
    expect(letIn).toBeLessThanOrEqual(BURST + Math.ceil(seconds * PER_SECOND) + 1);
  });

  it('are refused beyond that with 429 and Retry-After, without a body', async () => {
    const { refused } = await flood([gateway.url], 'PSDHR-HNB-SANDBOX', 40);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) {
      // 2 where the fair share refuses, before any other work, a TPP whose rate is used up.
      expect(answer.headers.get('retry-after')).toMatch(/^[12]$/);
      expect(await answer.text()).toBe('');
    }
  });

  it('do not use up those of another TPP', async () => {
    await flood([gateway.url], 'PSDHR-HNB-SANDBOX', 40);
    expect((await flood([gateway.url], 'PSDHR-HNB-OTHER', 5)).refused).toEqual([]);
  });

  it('are not limited if the profile has 0', async () => {
    const unlimited = join(folder, 'unlimited.yaml');
    writeFileSync(unlimited, 'limits:\n  requestsPerSecond: 0\n  requestBurst: 1\n');
    await using gateway = await startGateway({ PROFILE: unlimited });
    expect((await flood([gateway.url], 'PSDHR-HNB-SANDBOX', 60)).refused).toEqual([]);
  });
});

describe('while the database is away', () => {
  it('a replica counts locally, and still limits', async () => {
    await using mongo = await mongod();
    await using gateway = await startGateway({ PROFILE, MONGO_URL: mongo.url });
    await ask(gateway.url, 'PSDHR-HNB-SANDBOX');
    await mongo[Symbol.asyncDispose]();
    const { refused } = await flood([gateway.url], 'PSDHR-HNB-OTHER', 40);
    expect(refused.length).toBeGreaterThan(20);
    expect(refused.length).toBeLessThan(40);
    expect(gateway.logLines().some(({ event }) => event === 'rateNotShared')).toBe(true);
  });

  it('it stays ready, and says what it does without', async () => {
    await using mongo = await mongod();
    await using gateway = await startGateway({ MONGO_URL: mongo.url });
    await mongo.pause();
    const { host } = new URL(mongo.url);
    const readiness = async (): Promise<string> => (await fetch(`${gateway.healthUrl}/readyz`)).text();
    const text = await eventually(readiness, (one) => one.includes('database is away'));
    expect(text.split('\n')).toEqual(expect.arrayContaining(['ready', `database is away: mongodb://${host}`]));
    const isSaid = ({ event, dependency }: Record<string, unknown>): boolean =>
      event === 'waiting' && dependency === 'database';
    await expect.poll(() => gateway.logLines().some(isSaid)).toBe(true);
    await mongo.resume();
    await eventually(readiness, (one) => !one.includes('database is away'));
  });
});
