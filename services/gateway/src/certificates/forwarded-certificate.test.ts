import { X509Certificate } from 'node:crypto';
import { forAllTests } from '@xs2a/test-kit';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { startGateway } from '../../test/start-gateway.ts';
import { qwac, useTrusted } from '../../test/tls-tpp.ts';
import { readForwarded } from './forwarded-certificate.ts';
import { isFromProxy, readProxies } from './trusted-proxies.ts';

const STATUS = '/v1/consents/x/status';
const BEHIND_PROXY = { SANDBOX: 'false', TRUSTED_PROXIES: '10.0.0.0/8, 127.0.0.1' };

const trusted = useTrusted();
const gateway = forAllTests(() => startGateway({ ...trusted.env, ...BEHIND_PROXY }));
let pem: string;
beforeAll(async () => {
  pem = (await trusted.authority.issueTpp(qwac())).certificate;
});

const forwarded = (certificate: string, rest = '') => `Hash=00;Cert="${encodeURIComponent(certificate)}"${rest}`;
const ask = (value: string | undefined, at = gateway) =>
  at.ask('GET', STATUS, { headers: value === undefined ? {} : { 'X-Forwarded-Client-Cert': value } });

describe('the certificate in x-forwarded-client-cert of a trusted proxy', () => {
  it('identifies the TPP by the forwarded certificate', async () => {
    expect((await ask(forwarded(pem))).status).toBe(503);
    expect((await ask(forwarded(pem, ';URI=;DNS=a.example;DNS=b.example'))).status).toBe(503);
  });

  it('is missing if the proxy received none or sends no header', async () => {
    expect((await ask('Hash=00')).message.code).toBe('CERTIFICATE_MISSING');
    expect((await ask(undefined)).message.code).toBe('CERTIFICATE_MISSING');
  });

  it('comes with its issuers in Chain', async () => {
    const validity = { notBefore: qwac().notBefore, notAfter: qwac().notAfter };
    const between = await trusted.authority.issueAuthority('Between', validity);
    const { certificate } = await between.issueTpp(qwac());
    expect((await ask(forwarded(certificate))).message.code).toBe('CERTIFICATE_INVALID');
    const chain = encodeURIComponent(certificate + between.own.certificate);
    expect((await ask(forwarded(certificate, `;Chain="${chain}"`))).status).toBe(503);
  });

  it('is validated like the certificate of a TLS connection', async () => {
    const { certificate } = await trusted.authority.issueTpp(qwac({ notAfter: new Date(Date.now() - 1_000) }));
    expect((await ask(forwarded(certificate))).message.code).toBe('CERTIFICATE_EXPIRED');
  });

  it('is judged at each request, although its header is read once', async () => {
    let now = new Date();
    await using later = await startGateway({ ...trusted.env, ...BEHIND_PROXY }, () => now);
    const { certificate } = await trusted.authority.issueTpp(qwac({ notAfter: new Date(now.getTime() + 60_000) }));
    const header = forwarded(certificate);
    expect((await ask(header, later)).status).toBe(503);
    now = new Date(now.getTime() + 61_000);
    expect((await ask(header, later)).message.code).toBe('CERTIFICATE_EXPIRED');
  });

  it.each([
    ['an element of a second proxy', () => `${forwarded(pem)},${forwarded(pem)}`],
    ['a certificate twice', () => forwarded(pem, `;Cert="${encodeURIComponent(pem)}"`)],
    ['text that is no certificate', () => 'Cert="CANARY"'],
    ['broken percent-encoding', () => 'Cert="%"'],
    ['an open quote', () => 'Cert="'],
    ['no pairs', () => 'CANARY'],
  ])('is refused: %s', async (_, value) => {
    const answer = await ask(value());
    expect([answer.status, answer.message.code]).toEqual([401, 'CERTIFICATE_INVALID']);
    expect(answer.text).not.toContain('CANARY');
  });

  it('is ignored from any other sender', async () => {
    for (const TRUSTED_PROXIES of ['', '10.0.0.0/8']) {
      await using open = await startGateway({ ...trusted.env, SANDBOX: 'false', TRUSTED_PROXIES });
      expect((await ask(forwarded(pem), open)).message.code).toBe('CERTIFICATE_MISSING');
    }
  });
});

describe('TRUSTED_PROXIES', () => {
  it.each([
    ['10.1.2.3', '10.0.0.0/8', true],
    ['::ffff:10.1.2.3', '10.0.0.0/8', true],
    ['11.1.2.3', '10.0.0.0/8', false],
    ['fd00::1', 'fd00::/8, 10.0.0.1', true],
    ['10.0.0.2', 'fd00::/8, 10.0.0.1', false],
    [undefined, '10.0.0.1', false],
  ])('%s among %s: %s', (address, list, expected) => {
    expect(isFromProxy(address, readProxies(list))).toBe(expected);
  });

  it.each(['proxy', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/x'])('%s is refused at start', (list) => {
    expect(() => readProxies(list)).toThrow('TRUSTED_PROXIES');
  });
});

describe('any text in x-forwarded-client-cert', () => {
  it('yields a certificate, nothing or an Xs2aError, and never another error', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('Cert=', 'Chain="', '";', ',', '\\', '%2', encodeURIComponent(pem)),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        try {
          const shown = readForwarded(pieces.join(''));
          if (shown !== undefined) new X509Certificate(shown.der);
        } catch (error) {
          expect(error).toMatchObject({ situation: 'certificateInvalid' });
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
