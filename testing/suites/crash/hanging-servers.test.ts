import { setTimeout as after } from 'node:timers/promises';
import { mongod, natsServer, type TestServer, TppClient } from '@xs2a/test-kit';
import { ANSWERED_WITHIN_MS } from '@xs2a/test-system/answered-within';
import { paymentOrder, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { runSystem, type SystemOfProcesses } from '@xs2a/test-system/start/run-system';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Payments are accepted again after a few seconds; the rest is for a loaded machine. */
const RESUMED_MS_MAX = 60_000;
const REQUESTS = 40;
const PAUSE_MS = 100;

let mongo: TestServer;
let nats: TestServer;
let system: SystemOfProcesses;
let tpp: TppClient;
beforeAll(async () => {
  [mongo, nats] = [await mongod(), await natsServer()];
  system = await runSystem({}, { mongo, nats });
  tpp = new TppClient(system.gatewayUrl);
}, 120_000);
afterAll(() => system[Symbol.asyncDispose]());

async function pay(requestId: string = crypto.randomUUID()) {
  const startedAt = performance.now();
  const options = { headers: NO_REDIRECT_URI, requestId };
  const answer = await tpp.post('/v1/payments/sepa-credit-transfers', paymentOrder(), options);
  return { requestId, answer, ms: performance.now() - startedAt };
}

/** Without a redirect URI the authorisation is started at sca together with the payment. */
const NO_REDIRECT_URI = { 'PSU-IP-Address': REDIRECT_HEADERS['PSU-IP-Address'] };

/** Returns the health of each process: `name status`. One that has ended or hangs does not answer. */
async function scraped(services: readonly string[]): Promise<string[]> {
  const running = Object.entries(system.services).filter(([name]) => services.includes(name));
  return Promise.all(
    running.map(async ([name, { healthPort }]) => {
      const { status } = await fetch(`http://127.0.0.1:${healthPort}/metrics`, { signal: AbortSignal.timeout(10_000) });
      return `${name} ${status}`;
    }),
  );
}

type Pausable = { pause(): unknown; resume(): unknown };

describe('while a component that every request needs hangs', () => {
  it.each<[string, () => Pausable]>([
    ['the database', () => mongo],
    ['the bus', () => nats],
    ['payments', () => system.services.payments],
    ['sca', () => system.services.sca],
  ])(
    '%s: each answer comes in time, is 503 with Retry-After and tppMessages, and a repeat pays once',
    async (named, target) => {
      await pay();
      await target().pause();
      const paying: ReturnType<typeof pay>[] = [];
      for (let index = 0; index < REQUESTS; index++) {
        paying.push(pay());
        await after(PAUSE_MS);
      }
      const outcomes = await Promise.all(paying);
      const others = Object.keys(system.services).filter((name) => name !== named);
      const scrapes = await scraped(others);
      await target().resume();
      expect(scrapes).toEqual(others.map((name) => `${name} 200`));
      await eventually(
        () => pay(),
        ({ answer }) => answer.status === 201,
        RESUMED_MS_MAX,
      );
      expect(Math.max(...outcomes.map(({ ms }) => ms))).toBeLessThan(ANSWERED_WITHIN_MS);
      const refused = outcomes.filter(({ answer }) => answer.status !== 201);
      expect(refused.length).toBeGreaterThan(0);
      for (const { answer } of refused) {
        expect([answer.status, answer.headers.has('retry-after')]).toEqual([503, true]);
        expect(answer.text).toContain('"code":"SERVICE_UNAVAILABLE"');
      }
      for (const { requestId } of refused) expect((await pay(requestId)).answer.status).toBe(201);
      await using client = await MongoClient.connect(system.mongoUrl);
      const ids = outcomes.map(({ requestId }) => requestId);
      const stored = await client
        .db('payments')
        .collection('payments')
        .countDocuments({ requestId: { $in: ids } });
      expect(stored).toBe(REQUESTS);
    },
  );
});
