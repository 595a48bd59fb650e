import { setTimeout as after } from 'node:timers/promises';
import { hrefOf, TppClient } from '@xs2a/test-kit';
import { consentOrder, paymentOrder, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { type Cluster, runCluster } from '@xs2a/test-system/start/run-cluster';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Longest acceptable wait of a TPP during an outage, with room for a loaded machine. */
const WAIT_MS_MAX = 3_500;
const HANGS_MS = 3_000;
const PAUSE_MS = 60;

let cluster: Cluster;
let tpp: TppClient;
let status: string;
beforeAll(async () => {
  cluster = await runCluster();
  tpp = new TppClient(cluster.gatewayUrl);
  const consent = await tpp.post('/v1/consents', consentOrder(), { headers: REDIRECT_HEADERS });
  status = hrefOf(consent, 'status');
}, 240_000);
afterAll(() => cluster[Symbol.asyncDispose]());

interface Outcome {
  readonly what: string;
  readonly status: number;
  readonly ms: number;
  readonly text: string;
  readonly hasRetryAfter: boolean;
}

async function ask(what: 'read' | 'consent' | 'payment'): Promise<Outcome> {
  const startedAt = performance.now();
  const options = { headers: REDIRECT_HEADERS, requestId: crypto.randomUUID() };
  const send = {
    read: () => tpp.get(status),
    consent: () => tpp.post('/v1/consents', consentOrder(), options),
    payment: () => tpp.post('/v1/payments/sepa-credit-transfers', paymentOrder(), options),
  };
  const answer = await send[what]();
  const ms = performance.now() - startedAt;
  return { what, status: answer.status, ms, text: answer.text, hasRetryAfter: answer.headers.has('retry-after') };
}

/** Asks at a steady rate while something hangs, and until a moment after. */
async function askDuring(ms: number): Promise<Outcome[]> {
  const kinds = ['read', 'consent', 'payment'] as const;
  const outcomes: Promise<Outcome>[] = [];
  const until = performance.now() + ms;
  for (let index = 0; performance.now() < until; index++) {
    outcomes.push(ask(kinds[index % kinds.length] ?? 'read'));
    await after(PAUSE_MS);
  }
  return Promise.all(outcomes);
}

const failed = (outcomes: readonly Outcome[]): Outcome[] => outcomes.filter((outcome) => outcome.status >= 500);
const longest = (outcomes: readonly Outcome[]): number => Math.max(...outcomes.map(({ ms }) => ms));

describe('one of two replicas that hangs', () => {
  it.each(['consent', 'payments', 'sca', 'bank'] as const)('of %s is routed around', async (name) => {
    await askDuring(500);
    const [one] = cluster.replicas[name];
    await one?.pause();
    const outcomes = await askDuring(HANGS_MS);
    one?.resume();
    expect(failed(outcomes).length).toBeLessThanOrEqual(Math.ceil(outcomes.length / 100));
    expect(longest(outcomes)).toBeLessThan(WAIT_MS_MAX);
  });
});

describe('one of three NATS servers that hangs', () => {
  it('is left for another one', async () => {
    const [member] = cluster.nats.members;
    await member?.pause();
    const outcomes = await askDuring(HANGS_MS);
    await member?.resume();
    expect(failed(outcomes).length).toBeLessThanOrEqual(Math.ceil(outcomes.length / 100));
    expect(longest(outcomes)).toBeLessThan(WAIT_MS_MAX);
  });
});
