import { Agent as TlsAgent } from 'node:https';
import { readConsentStatus } from '@xs2a/contracts';
import { forAllTests, profileFile } from '@xs2a/test-kit';
import { expect, it } from 'vitest';
import { answerTo } from '../../test/answer-to.ts';
import { startGateway } from '../../test/start-gateway.ts';
import { askOverTls, qwac, useTrusted } from '../../test/tls-tpp.ts';

const PATH = '/v1/consents/x/status';
/** So few that a loaded machine, which opens connections slowly, still sends more. */
const PER_SECOND = 2;
const FLOOD = 60;
/** Longer than it takes to open a connection: otherwise a fast machine answers each request before the next one arrives. */
const ANSWER_MS = 50;

const LARGE = 'PSDHR-HNB-LARGE';
const PROFILE = profileFile({
  limits: { fairRequestsPerSecond: PER_SECOND },
  tppLimits: { [LARGE]: { fairRequestsPerSecond: 1000 } },
});

const trusted = useTrusted();
const gateway = forAllTests(() => startGateway({ ...trusted.env, PROFILE }));
const owner = forAllTests(() =>
  answerTo(gateway.natsUrl, readConsentStatus, async () => {
    await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
    return { consentStatus: 'valid' as const };
  }),
);

type Ask = () => Promise<{ status: number; headers: { get(name: string): string | null } }>;

const plainAs =
  (tpp: string): Ask =>
  () =>
    gateway.ask('GET', PATH, { headers: { 'X-Sandbox-TPP': tpp } });
/** Returns a client for a TPP with its own certificate over TLS. */
async function tlsAs(organizationIdentifier: string): Promise<Ask> {
  const shown = await trusted.authority.issueTpp(qwac({ organizationIdentifier }));
  const agent = new TlsAgent({ keepAlive: true });
  return () => askOverTls(gateway.tlsUrl, trusted, shown, 'GET', PATH, { agent });
}

/** Sends requests as one TPP before and during a flood by another. */
async function askBesideFlood(ask: Ask, flood: Ask) {
  // Makes the gateway read the certificates beforehand.
  for (const one of [flood, ask]) expect((await one()).status).toBe(200);
  const flooding = Promise.all(Array.from({ length: FLOOD }, flood));
  const others: number[] = [];
  for (let asked = 0; asked < 20; asked++) others.push((await ask()).status);
  const answers = await flooding;
  const done = answers.filter(({ status }) => status === 200).length;
  return { others, answers, done };
}

it('a TPP that floods gets its fair rate, then 429 with Retry-After, while another TPP is always answered', async () => {
  const [ask, flood] = await Promise.all([tlsAs('PSDHR-HNB-SANDBOX'), tlsAs('PSDHR-HNB-OTHER')]);
  const { others, answers, done } = await askBesideFlood(ask, flood);
  expect(others).toEqual(Array.from(others, () => 200));
  // The exact number depends on how fast connections are opened; fair-share.test.ts covers it.
  expect(done).toBeLessThan(FLOOD);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBe(FLOOD - done);
  for (const { headers } of refused) expect(headers.get('retry-after')).toBe('2');
});

it('refused requests reach no service', async () => {
  const before = owner.asked.length;
  const { done, others } = await askBesideFlood(plainAs('PSDHR-HNB-SANDBOX'), plainAs('PSDHR-HNB-AISONLY'));
  expect(owner.asked.length - before).toBe(done + others.length + 2);
});

it('a TPP gets the rate that the profile grants it', async () => {
  const { done } = await askBesideFlood(plainAs('PSDHR-HNB-SANDBOX'), await tlsAs(LARGE));
  expect(done).toBe(FLOOD);
});

it('senders without a certificate are slowed down together, but TPPs are not', async () => {
  const { port } = new URL(gateway.tlsUrl);
  const ask = await tlsAs('PSDHR-HNB-FIRST');
  expect((await ask()).status).toBe(200);
  const agent = new TlsAgent({ keepAlive: true });
  const flood = () =>
    Promise.all(
      Array.from({ length: FLOOD }, () =>
        askOverTls(`https://127.0.0.1:${port}`, trusted, undefined, 'GET', PATH, { agent }),
      ),
    );
  // Handshakes happen one after the other; after this flood all connections are open.
  await flood();
  const flooding = flood();
  for (let asked = 0; asked < 20; asked++) expect((await ask()).status).toBe(200);
  const statuses = new Set((await flooding).map(({ status }) => status));
  expect(statuses).toEqual(new Set([401, 429]));
});
