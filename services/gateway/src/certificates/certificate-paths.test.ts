import { X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type QcType, TestAuthority } from '@xs2a/certificates';
import {
  authority,
  CORRECT_CHAINS,
  leaf,
  MALICIOUS_CHAINS,
  makeAuthorities,
  type TestCertificate,
  type TestChain,
} from '@xs2a/certificates/test-chains';
import { CPU_MS_MAX, cpuMsOf } from '@xs2a/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AS_JSON, CONSENT } from '../../test/endpoint-samples.ts';
import { signed } from '../../test/sign-request.ts';
import { type Answer, startGateway, type TestGateway } from '../../test/start-gateway.ts';
import { askOverTls, daysFromNow, type Trusted, trustedAuthority } from '../../test/tls-tpp.ts';

const STATUS = '/v1/consents/x/status';
const BODY = JSON.stringify(CONSENT);
const REDIRECT = { 'TPP-Redirect-URI': 'https://tpp.example/ok' };
const TYPES: readonly QcType[] = ['web', 'seal'];

const authorities = makeAuthorities();
const chains = new Map<string, TestChain>();
const chainOf = (title: string, type: QcType): TestChain => chains.get(`${type} ${title}`) as TestChain;
const pemOf = ({ der }: TestCertificate): string =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`;
const chainPem = ({ leaf: own, sent = [] }: TestChain): string => [own, ...sent].map(pemOf).join('');
const keyPem = ({ key }: TestCertificate): string => key.export({ format: 'pem', type: 'pkcs8' }).toString();

let trusted: Trusted;
let gateway: TestGateway;
let client: { certificate: string; key: string };
beforeAll(async () => {
  trusted = await trustedAuthority();
  for (const type of TYPES) {
    for (const { wrong, build } of MALICIOUS_CHAINS) chains.set(`${type} ${wrong}`, build(authorities, type));
    for (const { unusual, build } of CORRECT_CHAINS) chains.set(`${type} ${unusual}`, build(authorities, type));
  }
  const { root, rsaRoot } = authorities;
  const own = [...chains.values()].flatMap(({ anchors = [], purposes }) =>
    anchors.map(({ pem }) => `${purposes === undefined ? '' : `# purposes: ${purposes}\n`}${pem}`),
  );
  writeFileSync(join(trusted.folder, 'ca.pem'), [root.pem, rsaRoot.pem, ...own].join(''));
  const issuer = await TestAuthority.of({ certificate: root.pem, key: keyPem(root) });
  const revoked = [...chains.values()].flatMap((chain) => chain.revoked ?? []).map(({ pem }) => pem);
  writeFileSync(join(trusted.folder, 'revoked.pem'), await issuer.revoke(revoked, new Date(), daysFromNow(1)));
  const shown = leaf('web', root);
  client = { certificate: shown.pem, key: keyPem(shown) };
  gateway = await startGateway({ ...trusted.env, SANDBOX: 'false', TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  trusted[Symbol.dispose]();
});

/** Presents the chain over TLS in ways that ordinary clients do not offer. */
function overTls(chain: TestChain): Promise<Answer> {
  const shown = { certificate: chainPem(chain), key: keyPem(chain.leaf) };
  return askOverTls(gateway.tlsUrl, trusted, shown, 'GET', STATUS, { ciphers: 'DEFAULT@SECLEVEL=0', agent: false });
}

/** Sends the chain in the header of a proxy. */
function forwarded(chain: TestChain): Promise<Answer> {
  const value = `Cert="${encodeURIComponent(pemOf(chain.leaf))}";Chain="${encodeURIComponent(chainPem(chain))}"`;
  return gateway.ask('GET', STATUS, { headers: { 'X-Forwarded-Client-Cert': value } });
}

/** Sends the chain of a signing certificate, beside a correct TLS certificate. */
function asSeal(chain: TestChain): Promise<Answer> {
  const signer = { certificate: new X509Certificate(chain.leaf.der).toString(), key: keyPem(chain.leaf) };
  const algorithm = chain.leaf.key.asymmetricKeyType === 'rsa' ? 'rsa-sha256' : 'ecdsa-sha256';
  const headers = {
    ...signed(signer, BODY, REDIRECT, { algorithm }),
    ...AS_JSON,
    'TPP-Signature-Certificate': chainPem(chain).replaceAll('\n', ' ').trim(),
  };
  return askOverTls(gateway.tlsUrl, trusted, client, 'POST', '/v1/consents', { headers, body: BODY });
}

/** Node cannot present every type of key. */
const isOverTls = ({ notOverTls }: { readonly notOverTls?: true }): boolean => notOverTls === undefined;

it.each(MALICIOUS_CHAINS.filter(isOverTls))(
  'a chain is refused over TLS: $wrong',
  async ({ wrong, code, text = '' }) => {
    const { status, message } = await overTls(chainOf(wrong, 'web'));
    expect([status, message.code]).toEqual([401, code]);
    expect(message.text).toContain(text);
  },
);

it.each(CORRECT_CHAINS.filter(isOverTls))('a chain is accepted over TLS: $unusual', async ({ unusual }) => {
  expect((await overTls(chainOf(unusual, 'web'))).status).toBe(503);
});

describe.each(MALICIOUS_CHAINS)('a chain is refused: $wrong', ({ wrong, code, text = '' }) => {
  it('when forwarded by a proxy', async () => {
    const { status, message } = await forwarded(chainOf(wrong, 'web'));
    expect([status, message.code]).toEqual([401, code]);
  });

  it('as signing certificate of a request', async () => {
    const { status, message } = await asSeal(chainOf(wrong, 'seal'));
    expect([status, message.code, message.path]).toEqual([401, code, 'TPP-Signature-Certificate']);
    expect(message.text).toContain(text);
  });
});

// No service listens behind the gateway: 503 means that every check passed.
describe.each(CORRECT_CHAINS)('a chain is accepted: $unusual', ({ unusual }) => {
  it('when forwarded by a proxy', async () => {
    expect((await forwarded(chainOf(unusual, 'web'))).status).toBe(503);
  });

  it('as signing certificate of a request', async () => {
    expect((await asSeal(chainOf(unusual, 'seal'))).status).toBe(503);
  });
});

describe('a hundred issuers', () => {
  it('are refused over TLS for less than 100 ms of CPU, client included', async () => {
    const sent: TestCertificate[] = [];
    for (let index = 0; index < 100; index++) sent.unshift(authority(`CA ${index}`, sent[0] ?? authorities.root));
    const chain = { leaf: leaf('web', sent[0] as TestCertificate), sent };
    const refuse = async (): Promise<void> => {
      const { status, message } = await overTls(chain);
      expect([status, message.code, message.text]).toEqual([
        401,
        'CERTIFICATE_INVALID',
        expect.stringContaining('more than 6 issuers'),
      ]);
    };
    expect(await cpuMsOf(refuse)).toBeLessThan(CPU_MS_MAX);
  });
});
