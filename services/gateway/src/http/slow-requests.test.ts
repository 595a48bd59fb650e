import { request } from 'node:http';
import { ENDPOINTS, HEADER_RULES } from '@xs2a/contracts';
import { CPU_MS_MAX, cpuMsOf } from '@xs2a/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../test/start-gateway.ts';

/** Node refuses requests with more than 16 KB of headers. */
const CHARACTERS = 11_000;
/** Prefix, repeated text and suffix. */
const PUMPS: readonly (readonly [string, string, string])[] = [
  ['x', '\t', 'x'],
  ['x', ' ', 'x'],
  ['x=', '\t', '=\\'],
  ['', '"', 'x'],
  ['x="', '\\"', ''],
  ['', '\\', 'x'],
  ['', '%', ''],
  ['', '%20', '%'],
  ['', ',', 'x'],
  ['', ' ,', ';'],
  ['', ';', 'x'],
  ['', '=', ''],
  ['', 'a=', ','],
  ['', 'q=0.5,', ' '],
  ['', '*/*;q=1 ', 'x'],
  ['', '-', ''],
  ['', '-----BEGIN CERTIFICATE-----', '-'],
  ['', 'MIIB', '!'],
  ['', '(', ')'],
  ['', '0', 'x'],
  ['https://', 'a.', '/'],
  ['https://a/', '/..', '%'],
  ['', '\u00e9', ''],
];
const OTHERS = ['Accept', 'Accept-Language', 'Content-Type', 'Cookie', 'traceparent', 'X-Sandbox-TPP', 'User-Agent'];
const NAMES = [...new Set([...HEADER_RULES.map(({ name }) => name), ...OTHERS, 'X-Forwarded-Client-Cert'])];

// Signatures and forwarded certificates have their own parsers, tested in request/slow-texts.test.ts.
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
  // The first requests load and compile code, so they are not measured.
  for (let count = 0; count < 20; count++) await send('POST', '/v1/consents', {}, '{}');
});
afterAll(() => gateway[Symbol.asyncDispose]());

const textOf = ([before, pump, behind]: readonly [string, string, string], characters = CHARACTERS): string =>
  before + pump.repeat(Math.floor(characters / pump.length)) + behind;

function send(method: string, path: string, headers: Record<string, string>, body = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(gateway.url);
    const own = { 'X-Request-ID': crypto.randomUUID(), 'Content-Type': 'application/json', ...headers };
    const sent = request({ hostname, port, method, path, headers: own }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Returns the texts that the gateway does not answer itself, or that take too much CPU. */
async function findSlowTexts(sendWith: (text: string) => Promise<number>, pumps = PUMPS): Promise<string[]> {
  const found: string[] = [];
  for (const pump of pumps) {
    let status = 0;
    const ms = await cpuMsOf(async () => {
      status = await sendWith(textOf(pump));
    });
    // 503 means that every check passed, because no service listens behind the gateway.
    if (ms > CPU_MS_MAX || status === 0 || (status >= 500 && status !== 503))
      found.push(`${JSON.stringify(pump)} ${status} ${Math.round(ms)} ms`);
  }
  return found;
}

describe(`a request costs at most ${CPU_MS_MAX} ms of CPU, whatever is repeated`, () => {
  it.each(NAMES)('in %s', async (name) => {
    expect(await findSlowTexts((text) => send('POST', '/v1/consents', { [name]: text }, '{}'))).toEqual([]);
  });

  it('in the ids of every path', async () => {
    for (const { method, path } of new Map(Object.values(ENDPOINTS).map((row) => [row.path, row])).values()) {
      if (!path.includes('{')) continue;
      const sendWith = (text: string) =>
        send(
          method,
          path.replaceAll(/\{\w+\}/g, encodeURIComponent(text).slice(0, 4_000)),
          {},
          method === 'GET' ? '' : '{}',
        );
      expect(await findSlowTexts(sendWith, PUMPS.slice(0, 8)), path).toEqual([]);
    }
  });

  it('in the query', async () => {
    for (const name of ['bookingStatus', 'dateFrom', 'dateTo', 'withBalance', 'entryReferenceFrom', 'deltaList', 'x']) {
      const sendWith = (text: string) =>
        send('GET', `/v1/accounts/x/transactions?${name}=${encodeURIComponent(text).slice(0, CHARACTERS)}`, {
          'Consent-ID': 'x',
          'PSU-IP-Address': '192.0.2.1',
        });
      expect(await findSlowTexts(sendWith), name).toEqual([]);
    }
  });

  it('in parameter names, and in the number of parameters', async () => {
    for (const part of ['a&', 'a=b&', '&', '=&', 'a[]=&', '%5B', 'bookingStatus=both&']) {
      const sendWith = () => send('GET', `/v1/accounts/x/transactions?${part.repeat(CHARACTERS / part.length)}`, {});
      expect(await findSlowTexts(sendWith, PUMPS.slice(0, 1)), part).toEqual([]);
    }
  });

  it('in the number of headers', async () => {
    const headers = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`X-${index}`, 'a']));
    expect(await findSlowTexts(() => send('GET', '/v1/consents/x', headers), PUMPS.slice(0, 1))).toEqual([]);
  });

  it.each([
    ['a text', (text: string) => JSON.stringify({ access: { balances: [{ iban: text }] } })],
    ['a date', (text: string) => JSON.stringify({ access: {}, validUntil: text })],
    ['an amount', (text: string) => JSON.stringify({ instructedAmount: { amount: text, currency: text } })],
    ['a name', (text: string) => JSON.stringify({ [text]: text })],
    ['bytes that are not JSON', (text: string) => `{"a":${text}`],
    ['an unterminated string', (text: string) => `{"a":"${text}`],
  ])('in a body: %s', async (_, make) => {
    for (const path of ['/v1/consents', '/v1/payments/sepa-credit-transfers', '/v2/consents/confirmation-of-funds']) {
      const sendWith = (text: string) => send('POST', path, { 'TPP-Redirect-URI': 'https://tpp.example/' }, make(text));
      expect(await findSlowTexts(sendWith), path).toEqual([]);
    }
  });
});
