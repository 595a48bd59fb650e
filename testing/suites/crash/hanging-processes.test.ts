import { hrefOf, TppClient } from '@xs2a/test-kit';
import { ANSWERED_WITHIN_MS } from '@xs2a/test-system/answered-within';
import { consentBody, paymentOrder, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { type Cluster, runCluster } from '@xs2a/test-system/start/run-cluster';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** A component hangs for at least this long, and until enough requests were answered. */
const HANGS_MS = 3_000;
const REQUESTS_MIN = 45;
/** So few that a loaded machine still answers in time: timeouts would look like those of the hanging component. */
const AT_ONCE = 3;

let cluster: Cluster;
let tpp: TppClient;
let status: string;
beforeAll(async () => {
  cluster = await runCluster();
  tpp = new TppClient(cluster.gatewayUrl);
  const consent = await tpp.post('/v1/consents', consentBody(), { headers: REDIRECT_HEADERS });
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
    consent: () => tpp.post('/v1/consents', consentBody(), options),
    payment: () => tpp.post('/v1/payments/sepa-credit-transfers', paymentOrder(), options),
  };
  const answer = await send[what]();
  const ms = performance.now() - startedAt;
  return { what, status: answer.status, ms, text: answer.text, hasRetryAfter: answer.headers.has('retry-after') };
}

/** Sends a few requests in parallel for some time, and until there are enough results. */
async function askDuring(ms: number): Promise<Outcome[]> {
  const kinds = ['read', 'consent', 'payment'] as const;
  const outcomes: Outcome[] = [];
  const until = performance.now() + ms;
  const askOn = async (first: number): Promise<void> => {
    for (let index = first; performance.now() < until || outcomes.length < REQUESTS_MIN; index++) {
      outcomes.push(await ask(kinds[index % kinds.length] ?? 'read'));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => askOn(at)));
  return outcomes;
}

const failed = (outcomes: readonly Outcome[]): Outcome[] => outcomes.filter((outcome) => outcome.status >= 500);
const longest = (outcomes: readonly Outcome[]): number => Math.max(...outcomes.map(({ ms }) => ms));

describe('one of two replicas that hangs', () => {
  it.each(['consent', 'payments', 'sca', 'bank'] as const)('of %s fails at most 1 % of requests', async (name) => {
    await askDuring(500);
    const [one] = cluster.replicas[name];
    await one?.pause();
    const outcomes = await askDuring(HANGS_MS);
    one?.resume();
    expect(failed(outcomes).length).toBeLessThanOrEqual(Math.ceil(outcomes.length / 100));
    expect(longest(outcomes)).toBeLessThan(ANSWERED_WITHIN_MS);
  });
});

describe('one of three NATS servers that hangs', () => {
  it('fails at most 1 % of requests', async () => {
    const [member] = cluster.nats.members;
    await member?.pause();
    const outcomes = await askDuring(HANGS_MS);
    await member?.resume();
    expect(failed(outcomes).length).toBeLessThanOrEqual(Math.ceil(outcomes.length / 100));
    expect(longest(outcomes)).toBeLessThan(ANSWERED_WITHIN_MS);
  });
});
