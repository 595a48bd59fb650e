import { once } from 'node:events';
import { createServer } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { readConsentStatus } from '@xs2a/contracts';
import { Bus } from '@xs2a/service-kit';
import { forAllTests } from '@xs2a/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway } from '../../test/start-gateway.ts';
import { askOverTls, daysFromNow, qwac, trustedAuthority } from '../../test/tls-tpp.ts';

const MAX = 6;
/** Each TPP may take half of the free slots: three of six, then two of the remaining three, then one. */
const [OF_ONE, OF_SECOND, OF_THIRD] = [3, 2, 1];
const [FIRST, SECOND, THIRD] = ['PSDHR-HNB-SANDBOX', 'PSDHR-HNB-OTHER', 'PSDHR-HNB-AISONLY'] as const;

const gateway = forAllTests(() => startGateway({ REQUESTS_AT_ONCE_MAX: String(MAX) }));
let bus: Bus;
/** Requests that a service has received and not yet answered. */
const held: (() => void)[] = [];
beforeAll(async () => {
  bus = await Bus.connect(gateway.natsUrl, 'test');
  const reply = JSON.stringify({ consentStatus: 'valid' });
  bus.connection.subscribe(readConsentStatus.subject, {
    callback: (_, message) => void held.push(() => message.respond(reply)),
  });
  await bus.connection.flush();
});
afterAll(async () => {
  await bus.close();
});

function ask(tpp: string, signal?: AbortSignal): Promise<Response> {
  const headers = { 'X-Request-ID': crypto.randomUUID(), 'X-Sandbox-TPP': tpp };
  return fetch(new URL('/v1/consents/x/status', gateway.url), { headers, ...(signal && { signal }) });
}
const askTimes = (tpp: string, times: number): Promise<Response>[] => Array.from({ length: times }, () => ask(tpp));
const answerAll = (): void => held.splice(0).forEach((answer) => answer());
/** Uses all slots, one TPP after the other. */
async function takeAll(): Promise<Promise<Response>[]> {
  const first = askTimes(FIRST, OF_ONE);
  await waiting(OF_ONE);
  const second = askTimes(SECOND, OF_SECOND);
  await waiting(OF_ONE + OF_SECOND);
  const third = askTimes(THIRD, OF_THIRD);
  await waiting(MAX);
  return [...first, ...second, ...third];
}
async function waiting(count: number): Promise<void> {
  await expect.poll(() => held.length).toBe(count);
}
async function inHand({ healthUrl } = gateway): Promise<number> {
  const text = await (await fetch(new URL('/metrics', healthUrl))).text();
  return Number(/^xs2a_http_requests_in_hand\S* (\d+)$/m.exec(text)?.[1]);
}

describe('concurrent requests', () => {
  it('over the limit get 503, tppMessages and Retry-After at once, and are accepted again afterwards', async () => {
    const taken = await takeAll();
    expect(await inHand()).toBe(MAX);
    for (const refused of await Promise.all(askTimes(THIRD, 50))) {
      expect(refused.status).toBe(503);
      expect(await refused.text()).toContain('"code":"SERVICE_UNAVAILABLE"');
      expect(refused.headers.get('retry-after')).toMatch(/^[1-3]$/);
    }
    expect(held).toHaveLength(MAX);
    answerAll();
    expect((await Promise.all(taken)).map(({ status }) => status)).toEqual(Array.from(taken, () => 200));
    await expect.poll(() => inHand()).toBe(0);
    const again = ask(THIRD);
    await waiting(1);
    answerAll();
    expect((await again).status).toBe(200);
  });

  it('of one TPP never take all free slots, so another TPP is still accepted', async () => {
    const taken = askTimes(FIRST, OF_ONE);
    await waiting(OF_ONE);
    expect((await ask(FIRST)).status).toBe(503);
    const other = ask(SECOND);
    await waiting(OF_ONE + 1);
    answerAll();
    expect((await Promise.all([...taken, other])).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('are not counted once the TPP has disconnected', async () => {
    const leaving = new AbortController();
    const left = Array.from({ length: OF_ONE }, () => ask(FIRST, leaving.signal).catch(() => 'left'));
    await waiting(OF_ONE);
    leaving.abort();
    await Promise.all(left);
    await expect.poll(() => inHand()).toBe(0);
    answerAll();
  });

  it('exclude requests refused earlier, and public pages', async () => {
    const taken = await takeAll();
    expect((await ask('not a TPP')).status).toBe(401);
    expect((await fetch(new URL('/openapi.json', gateway.url))).status).toBe(200);
    answerAll();
    await Promise.all(taken);
  });

  it('are not counted if the TPP disconnects while its certificate is checked', async () => {
    using trusted = await trustedAuthority();
    const list = await trusted.authority.revoke([], new Date(), daysFromNow(1));
    const publisher = createServer();
    const asked = once(publisher, 'request') as Promise<[unknown, { end(list: string): void }]>;
    publisher.listen(0, '127.0.0.1');
    await once(publisher, 'listening');
    const revocationListUrl = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}/list.crl`;
    const shown = await trusted.authority.issueTpp(qwac({ revocationListUrl }));
    await using checking = await startGateway({ ...trusted.env, TPP_CRL: 'soft' });
    const requestId = crypto.randomUUID();
    const leaving = request(new URL('/v1/consents/x/status', checking.tlsUrl), {
      agent: false,
      ca: trusted.authority.own.certificate,
      cert: shown.certificate,
      key: shown.key,
      headers: { 'X-Request-ID': requestId },
    });
    leaving.on('error', () => undefined);
    leaving.end();
    const [, published] = await asked;
    leaving.destroy();
    expect(await checking.requestLine(requestId)).toMatchObject({ outcome: 'aborted' });
    // Waits for the same list and continues after the first request.
    const next = askOverTls(checking.tlsUrl, trusted, shown, 'GET', '/v1/consents/x/status', { agent: false });
    published.end(list);
    publisher.close();
    expect((await next).status).toBe(503);
    await expect.poll(() => inHand(checking)).toBe(0);
  });
});
