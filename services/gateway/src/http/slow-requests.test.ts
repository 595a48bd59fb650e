import { X509Certificate } from 'node:crypto';
import { request } from 'node:http';
import { ENDPOINTS, HEADER_RULES } from '@xs2a/contracts';
import { CPU_MS_MAX, cpuMsOf } from '@xs2a/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signed } from '../../test/sign-request.ts';
import { startGateway, type TestGateway } from '../../test/start-gateway.ts';
import { qwac, type Trusted, trustedAuthority } from '../../test/tls-tpp.ts';

/** Node refuses requests with more than 16 KB of headers. */
const CHARACTERS = 11_000;
/** Something before, what is repeated, something behind. */
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

let trusted: Trusted;
let gateway: TestGateway;
let signature: Record<string, string>;
let serialNumber: string;
beforeAll(async () => {
  trusted = await trustedAuthority();
  // Callers of this machine count as a proxy, whose header is read.
  gateway = await startGateway({ ...trusted.env, TRUSTED_PROXIES: '127.0.0.1/32,::1/128' });
  const seal = await trusted.authority.issueTpp(qwac({ qcType: 'seal', key: 'rsa' }));
  signature = signed(seal, '{}');
  ({ serialNumber } = new X509Certificate(seal.certificate));
  // What is loaded and compiled by the first requests is not counted.
  for (let count = 0; count < 20; count++) await send('POST', '/v1/consents', signature, '{}');
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  trusted[Symbol.dispose]();
});

const whole = ([before, pump, behind]: readonly [string, string, string], characters = CHARACTERS): string =>
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

/** The pumps for which an answer is none of the gateway, or takes too much CPU. */
async function costly(sendWith: (text: string) => Promise<number>, pumps = PUMPS): Promise<string[]> {
  const found: string[] = [];
  for (const pump of pumps) {
    let status = 0;
    const ms = await cpuMsOf(async () => {
      status = await sendWith(whole(pump));
    });
    // 503: every check passed, and nothing listens behind the gateway.
    if (ms > CPU_MS_MAX || status === 0 || (status >= 500 && status !== 503))
      found.push(`${JSON.stringify(pump)} ${status} ${Math.round(ms)} ms`);
  }
  return found;
}

describe(`a request costs at most ${CPU_MS_MAX} ms of CPU, whatever is repeated`, () => {
  it.each(NAMES)('in %s', async (name) => {
    const bodies = { GET: undefined, POST: '{}' } as const;
    for (const [method, body] of Object.entries(bodies)) {
      expect(await costly((text) => send(method, '/v1/consents', { [name]: text }, body))).toEqual([]);
    }
  });

  it.each([
    ['Signature', (text: string) => text],
    ['the issuer in keyId', (text: string) => signatureWith(`SN=${serialNumber},CA=x${text}`)],
    ['the issuer in keyId, up to its longest', (text: string) => signatureWith(`SN=${serialNumber},CA=${text}`, 2_000)],
    ['the serial number in keyId', (text: string) => signatureWith(`SN=${text},CA=x`)],
    ['the covered headers', (text: string) => `${signatureWith(`SN=${serialNumber},CA=x`)},headers="${text}"`],
    ['the parameters', (text: string) => `x="${text}",${text}`.slice(0, CHARACTERS)],
  ])('in a signature beside a good certificate: %s', async (_, make) => {
    const sendWith = (text: string) => send('POST', '/v1/consents', { ...signature, Signature: make(text) }, '{}');
    expect(await costly(sendWith)).toEqual([]);
  });

  it.each(['Digest', 'TPP-Signature-Certificate', 'Date', 'X-Request-ID'])(
    'beside a signature, in %s',
    async (name) => {
      const sendWith = (text: string) => send('POST', '/v1/consents', { ...signature, [name]: text }, '{}');
      expect(await costly(sendWith)).toEqual([]);
    },
  );

  it.each(['Cert="', 'Chain="', 'Cert=', 'Subject="', 'By=x;Cert="'])(
    'in x-forwarded-client-cert after %s',
    async (start) => {
      const sendWith = (text: string) =>
        send('GET', '/v1/consents/x', { 'X-Forwarded-Client-Cert': `${start}${text}` });
      expect(await costly(sendWith)).toEqual([]);
    },
  );

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
      expect(await costly(sendWith, PUMPS.slice(0, 8)), path).toEqual([]);
    }
  });

  it('in the query', async () => {
    for (const name of ['bookingStatus', 'dateFrom', 'dateTo', 'withBalance', 'entryReferenceFrom', 'deltaList', 'x']) {
      const sendWith = (text: string) =>
        send('GET', `/v1/accounts/x/transactions?${name}=${encodeURIComponent(text).slice(0, CHARACTERS)}`, {
          'Consent-ID': 'x',
          'PSU-IP-Address': '192.0.2.1',
        });
      expect(await costly(sendWith), name).toEqual([]);
    }
  });

  it('in the names of parameters, and in how many there are', async () => {
    for (const part of ['a&', 'a=b&', '&', '=&', 'a[]=&', '%5B', 'bookingStatus=both&']) {
      const sendWith = () => send('GET', `/v1/accounts/x/transactions?${part.repeat(CHARACTERS / part.length)}`, {});
      expect(await costly(sendWith, PUMPS.slice(0, 1)), part).toEqual([]);
    }
  });

  it('in how many headers there are', async () => {
    const headers = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`X-${index}`, 'a']));
    expect(await costly(() => send('GET', '/v1/consents/x', headers), PUMPS.slice(0, 1))).toEqual([]);
  });

  it.each([
    ['a text', (text: string) => JSON.stringify({ access: { balances: [{ iban: text }] } })],
    ['a date', (text: string) => JSON.stringify({ access: {}, validUntil: text })],
    ['an amount', (text: string) => JSON.stringify({ instructedAmount: { amount: text, currency: text } })],
    ['a name', (text: string) => JSON.stringify({ [text]: text })],
    ['bytes that are no JSON', (text: string) => `{"a":${text}`],
    ['a text that does not end', (text: string) => `{"a":"${text}`],
  ])('in a body: %s', async (_, make) => {
    for (const path of ['/v1/consents', '/v1/payments/sepa-credit-transfers', '/v2/consents/confirmation-of-funds']) {
      const sendWith = (text: string) => send('POST', path, { 'TPP-Redirect-URI': 'https://tpp.example/' }, make(text));
      expect(await costly(sendWith), path).toEqual([]);
    }
  });

  function signatureWith(keyId: string, characters = CHARACTERS): string {
    return `keyId="${keyId.slice(0, characters)}",algorithm="rsa-sha256",headers="digest x-request-id",signature="AAAA"`;
  }
});
