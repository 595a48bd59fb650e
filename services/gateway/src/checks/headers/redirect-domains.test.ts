import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IssuedCertificate } from '@xs2a/certificates';
import { createConsent, HEADER_RULES, headerGroupOf } from '@xs2a/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerTo } from '../../../test/answer-to.ts';
import { AS_JSON, CONSENT, ROWS } from '../../../test/endpoint-samples.ts';
import { startGateway, type TestGateway } from '../../../test/start-gateway.ts';
import { askOverTls, qwac, type Trusted, trustedAuthority } from '../../../test/tls-tpp.ts';

const CHOICES = ['ignore', 'warn', 'refuse'] as const;
const OWN = [
  'https://tpp.example/ok',
  'https://app.tpp.example:8443/ok',
  'http://a.b.tpp.example',
  'example.tpp.app:/ok',
];
const FOREIGN = [
  'https://example/ok',
  'https://nottpp.example/',
  'https://tpp.example.evil.example/',
  'com.evil.app:/x',
];

let trusted: Trusted;
let shown: IssuedCertificate;
const gateways = new Map<string, TestGateway>();
beforeAll(async () => {
  trusted = await trustedAuthority();
  shown = await trusted.authority.issueTpp(qwac({ commonName: 'tpp.example', dnsNames: ['*.wild.example'] }));
  for (const choice of CHOICES) {
    const file = join(trusted.folder, `${choice}.yaml`);
    writeFileSync(file, `redirectDomains: ${choice}\n`);
    gateways.set(choice, await startGateway({ ...trusted.env, PROFILE: file }));
  }
});
afterAll(async () => {
  for (const gateway of gateways.values()) await gateway[Symbol.asyncDispose]();
  trusted[Symbol.dispose]();
});

const at = (choice: (typeof CHOICES)[number]): TestGateway => gateways.get(choice) as TestGateway;

async function create(choice: (typeof CHOICES)[number], headers: Record<string, string>) {
  const gateway = at(choice);
  await using _ = await answerTo(gateway.natsUrl, createConsent, () => ({
    consentId: 'c1',
    consentStatus: 'received' as const,
    psuKnown: false,
  }));
  const sent = { headers: { ...AS_JSON, ...headers }, body: JSON.stringify(CONSENT) };
  return await askOverTls(gateway.tlsUrl, trusted, shown, 'POST', '/v1/consents', sent);
}

describe('a redirect address in a domain of the certificate (decision 37)', () => {
  it.each([...OWN, 'https://x.wild.example/'])('%s is accepted without a warning', async (uri) => {
    const answer = await create('refuse', { 'TPP-Redirect-URI': uri, 'TPP-Nok-Redirect-URI': uri });
    expect([answer.status, answer.message]).toEqual([201, {}]);
  });
});

describe('outside the sandbox', () => {
  let production: TestGateway;
  let withLoopback: TestGateway;
  beforeAll(async () => {
    const file = join(trusted.folder, 'loopback.yaml');
    writeFileSync(file, 'redirectUris: [https, loopback]\n');
    production = await startGateway({ ...trusted.env, SANDBOX: 'false' });
    gateways.set('production', production);
    withLoopback = await startGateway({ ...trusted.env, SANDBOX: 'false', PROFILE: file });
    gateways.set('loopback', withLoopback);
  });
  const codeOf = async (uri: string, gateway = production, name = 'TPP-Redirect-URI') => {
    const headers = { ...AS_JSON, [name]: uri };
    const { status, message } = await askOverTls(gateway.tlsUrl, trusted, shown, 'POST', '/v1/consents', { headers });
    return message.path === name ? status : 'accepted';
  };

  it.each(['https://tpp.example/ok', 'https://a.tpp.example/ok', 'example.tpp.app:/ok', 'EXAMPLE.tpp:/ok'])(
    '%s is accepted: https or an app, in a domain of the certificate',
    async (uri) => {
      expect(await codeOf(uri)).toBe('accepted');
    },
  );

  it.each([
    ...FOREIGN,
    'http://tpp.example/ok',
    'HTTP://tpp.example/ok',
    'http://localhost:8080/ok',
    'http://127.0.0.1:8080/ok',
    'http://[::1]:8080/ok',
    'https://127.0.0.1/ok',
    'https://[::1]/ok',
    'https://wild.example/ok',
    'https://tpp.example.com/ok',
    'https://xn--tp-emc.example/ok',
    'example.tppp:/ok',
    'com.tpp.example:/ok',
    'myapp:/ok',
    'myapp://ok',
  ])('%s is refused, in both headers', async (uri) => {
    expect(await codeOf(uri)).toBe(400);
    expect(await codeOf(uri, production, 'TPP-Nok-Redirect-URI')).toBe(400);
  });

  it('a loopback address is accepted if the profile allows it (RFC 8252 7.3)', async () => {
    for (const uri of ['http://127.0.0.1:8080/ok', 'http://[::1]:51004/ok']) {
      expect(await codeOf(uri, withLoopback)).toBe('accepted');
    }
    for (const uri of [
      'http://127.0.0.1/ok',
      'http://localhost:8080/ok',
      'http://127.0.0.2:80/ok',
      'example.tpp:/ok',
    ]) {
      expect(await codeOf(uri, withLoopback)).toBe(400);
    }
  });
});

describe('an app in the sandbox whose scheme is no reverse domain name', () => {
  it.each(['myapp:/ok', 'my-app://ok'])('%s is accepted with a warning that cites RFC 8252', async (uri) => {
    for (const choice of ['ignore', 'warn'] as const) {
      const { status, message } = await create(choice, { 'TPP-Redirect-URI': uri });
      expect([status, message.category, message.path]).toEqual([201, 'WARNING', 'TPP-Redirect-URI']);
      expect(message.text).toContain('RFC 8252');
    }
    const refused = await create('refuse', { 'TPP-Redirect-URI': uri });
    expect([refused.status, refused.message.path]).toEqual([400, 'TPP-Redirect-URI']);
  });
});

describe("a redirect address outside the certificate's domains", () => {
  it.each([...FOREIGN, 'https://wild.example/'])('%s is accepted with a warning that names the header', async (uri) => {
    const { status, message } = await create('warn', { 'TPP-Nok-Redirect-URI': uri });
    expect([status, message.category, message.code, message.path]).toEqual([
      201,
      'WARNING',
      'WARNING',
      'TPP-Nok-Redirect-URI',
    ]);
  });

  it('is accepted without a warning if the profile ignores it', async () => {
    const answer = await create('ignore', { 'TPP-Redirect-URI': 'https://evil.example/' });
    expect([answer.status, answer.message]).toEqual([201, {}]);
  });

  const rows = ROWS.flatMap(({ key, method, address }) => {
    const rules = HEADER_RULES.filter(({ inOwnDomain, at: places }) => inOwnDomain && places[headerGroupOf(key)]);
    return rules.map(({ name }) => ({ key, method, address, name }));
  });
  it.each(rows)('is refused in $name of $key if the profile refuses it', async ({ method, address, name }) => {
    const ask = (uri: string) => {
      const headers = { ...AS_JSON, [name]: uri };
      return askOverTls(at('refuse').tlsUrl, trusted, shown, method, address, { headers });
    };
    const { status, message } = await ask('https://tpp.example.evil.example/');
    expect([status, message.code, message.path]).toEqual([400, 'FORMAT_ERROR', name]);
    expect((await ask('https://tpp.example/')).message.path).not.toBe(name);
  });

  it('is not checked without a certificate', async () => {
    const headers = { ...AS_JSON, 'TPP-Redirect-URI': 'https://evil.example/' };
    const answer = await at('refuse').ask('POST', '/v1/consents', { headers, body: JSON.stringify(CONSENT) });
    expect(answer.status).toBe(503);
  });
});
