import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ENDPOINTS, type EndpointKey, href } from '@xs2a/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Client, linksOf, OPERATIONS, Xs2aRefusal, xs2aClient } from './index.ts';

type Answering = (request: IncomingMessage, response: ServerResponse) => void;

/** A bank whose answers the test defines, over real HTTP. */
let answering: Answering;
const seen: IncomingMessage[] = [];
const bank = createServer((request, response) => {
  seen.push(request);
  request.resume();
  answering(request, response);
});
let client: Client;
beforeEach(async () => {
  seen.length = 0;
  bank.listen(0, '127.0.0.1');
  await new Promise((resolve) => bank.once('listening', resolve));
  client = xs2aClient({ baseUrl: `http://127.0.0.1:${(bank.address() as AddressInfo).port}` });
});
afterEach(async () => {
  bank.closeAllConnections();
  await new Promise((resolve) => bank.close(resolve));
});

const json =
  (status: number, body: object, type = 'application/json', headers: Record<string, string> = {}): Answering =>
  (_, response) => {
    response.writeHead(status, { 'Content-Type': type, ...headers }).end(JSON.stringify(body));
  };
const STATUS = { path: { consentId: 'a/b' } };
const CONSENT = {
  body: { access: { allPsd2: 'allAccounts' }, recurringIndicator: true, validUntil: '9999-12-31', frequencyPerDay: 1 },
} as const;

async function refusalOf(sent: Promise<unknown>): Promise<Xs2aRefusal> {
  const error = await sent.catch((thrown: unknown) => thrown);
  if (!(error instanceof Xs2aRefusal)) throw new Error('nothing was refused');
  return error;
}

describe('a method of the client', () => {
  it('exists for every endpoint and sends its request to that address', async () => {
    answering = json(200, {});
    for (const id of Object.keys(ENDPOINTS) as EndpointKey[]) {
      const { method, path } = ENDPOINTS[id];
      const values = Object.fromEntries(
        Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => [name, `${name}/1`]),
      );
      await (client[id] as (request: object) => Promise<unknown>)({
        path: values,
        ...(method.startsWith('P') && { body: {} }),
      }).catch(() => undefined);
      expect([OPERATIONS[id].method, seen.at(-1)?.url]).toEqual([method, href(id, values as never)]);
    }
  });

  it('sends a UUID as X-Request-ID, or the given one', async () => {
    answering = json(200, { consentStatus: 'valid' });
    const { requestId } = await client.getConsentStatus(STATUS);
    expect(requestId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(seen[0]?.headers['x-request-id']).toBe(requestId);
    expect((await client.getConsentStatus({ ...STATUS, requestId: 'mine' })).requestId).toBe('mine');
  });

  it('throws without an id that its address needs', async () => {
    await expect(client.getConsentStatus({ path: { consentId: '' } })).rejects.toThrow('needs consentId');
  });
});

describe('an error of the bank', () => {
  it.each([
    [
      'tppMessages',
      'application/json',
      { tppMessages: [{ category: 'ERROR', code: 'FORMAT_ERROR', path: 'access', text: 'no' }] },
      'access',
    ],
    ['RFC 7807', 'application/problem+json', { type: 't', title: 'x', detail: 'no', code: 'FORMAT_ERROR' }, undefined],
  ])('is thrown with code, path and text: %s', async (_, type, body, path) => {
    answering = json(400, body, type);
    const { status, code, path: at, text } = await refusalOf(client.createConsent(CONSENT));
    expect({ status, code, at, text }).toEqual({ status: 400, code: 'FORMAT_ERROR', at: path, text: 'no' });
  });

  it('without a body only has a status, and a page of a proxy has no code', async () => {
    answering = (_, response) => response.writeHead(415).end();
    expect(await refusalOf(client.createConsent(CONSENT))).toMatchObject({ status: 415, code: undefined });
    answering = (_, response) => response.writeHead(502, { 'Content-Type': 'text/html' }).end('<p>');
    expect(await refusalOf(client.createConsent(CONSENT))).toMatchObject({ status: 502, code: undefined });
  });

  it('can be corrected through its links', async () => {
    const _links = { updatePsuAuthentication: { href: '/v1/consents/1/authorisations/2' } };
    answering = json(401, {
      tppMessages: [{ category: 'ERROR', code: 'PSU_CREDENTIALS_INVALID', text: 'no' }],
      _links,
    });
    const path = { consentId: '1', authorisationId: '2' };
    const refusal = await refusalOf(client.updateConsentsPsuData({ path, body: { psuData: { password: 'wrong' } } }));
    expect(Object.keys(linksOf(refusal))).toEqual(['updatePsuAuthentication']);
    answering = json(200, { scaStatus: 'psuAuthenticated' });
    const right = await client.followNamed(refusal, 'updatePsuAuthentication', { body: {} });
    expect([right.operation, seen.at(-1)?.method]).toEqual(['updateConsentsPsuData', 'PUT']);
  });
});

describe('a bank that is temporarily unavailable (503 with Retry-After)', () => {
  const awayOnce: Answering = (request, response) => {
    if (seen.length === 1) response.writeHead(503, { 'Retry-After': '0' }).end();
    else json(201, { consentId: '1', consentStatus: 'received', _links: {} })(request, response);
  };

  it('gets the request again with the same X-Request-ID, so that a creation happens once', async () => {
    answering = awayOnce;
    expect((await client.createConsent(CONSENT)).status).toBe(201);
    const [first, second] = seen.map(({ headers }) => headers['x-request-id']);
    expect(first).toBe(second);
  });

  it('gets the request again if it did not answer', async () => {
    answering = (request, response) => (seen.length === 1 ? request.socket.destroy() : awayOnce(request, response));
    expect((await client.createConsent(CONSENT)).status).toBe(201);
  });

  it('does not get a password twice, because that would be a second attempt', async () => {
    answering = awayOnce;
    const path = { consentId: '1', authorisationId: '2' };
    const refusal = await refusalOf(client.updateConsentsPsuData({ path, body: { psuData: { password: 'x' } } }));
    expect([refusal.status, seen.length]).toEqual([503, 1]);
  });

  it('gets no repetition if it asks for a longer wait than permitted: its error is returned', async () => {
    answering = (_, response) => response.writeHead(503, { 'Retry-After': '3600' }).end();
    expect((await refusalOf(client.createConsent(CONSENT))).status).toBe(503);
    expect(seen.length).toBe(1);
  });
});

describe('a link', () => {
  const created = async (links: Record<string, string>) => {
    const _links = Object.fromEntries(Object.entries(links).map(([name, at]) => [name, { href: at }]));
    answering = json(201, { consentId: '1', consentStatus: 'received', _links });
    return client.createConsent(CONSENT);
  };

  it('leads to the address given by the bank, with the method of its operation', async () => {
    const consent = await created({ startAuthorisation: '/v1/consents/elsewhere/authorisations' });
    await client.follow(consent, 'startAuthorisation');
    expect([seen.at(-1)?.method, seen.at(-1)?.url]).toEqual(['POST', '/v1/consents/elsewhere/authorisations']);
  });

  it('that does not exist throws an error with the existing ones', async () => {
    await expect(client.follow(await created({ self: '/v1/consents/1' }), 'status')).rejects.toThrow(
      'no link status among self',
    );
  });

  it('to another origin is not followed, because only the bank may get the identity of the TPP', async () => {
    const consent = await created({ status: 'http://127.0.0.1:9/v1/consents/1/status' });
    await expect(client.follow(consent, 'status')).rejects.toThrow('is not the bank that was asked');
    expect(seen.length).toBe(1);
  });

  it('for the PSU is not followed by the TPP', async () => {
    const consent = await created({ scaRedirect: 'http://portal.example/sca/1' });
    await expect(client.followNamed(consent, 'scaRedirect')).rejects.toThrow('open http://portal.example/sca/1');
  });
});

describe('a list with several pages', () => {
  it('is read along its next links, with the same headers', async () => {
    answering = (request, response) => {
      const isLast = request.url?.includes('page=2') === true;
      const _links = isLast ? {} : { next: { href: '/v1/accounts/1/transactions?bookingStatus=booked&page=2' } };
      json(200, { account: {}, transactions: { booked: [], _links } })(request, response);
    };
    const mine = client.with({ 'Consent-ID': '7' });
    const request = { path: { accountId: '1' }, query: { bookingStatus: 'booked' as const } };
    let pages = 0;
    for await (const { status } of mine.pages('getTransactionList', request)) pages += status === 200 ? 1 : 0;
    expect([pages, ...seen.map(({ headers }) => headers['consent-id'])]).toEqual([2, '7', '7']);
  });
});

describe('a download', () => {
  it('is streamed as it arrives', async () => {
    answering = (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/xml' });
      response.write('<Document>');
      response.end('</Document>');
    };
    const path = { accountId: '1', downloadId: '2' };
    const stream = await client.stream('downloadTransactions', { path });
    expect(await new Response(stream).text()).toBe('<Document></Document>');
    expect(seen[0]?.headers.accept).toBe('application/xml');
  });
});
