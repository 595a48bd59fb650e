import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { type IssuedCertificate, issueSelfSigned, TestAuthority } from '@xs2a/certificates';
import { forAllTests } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { AS_JSON, ROWS } from '../../test/endpoint-samples.ts';
import { startGateway } from '../../test/start-gateway.ts';
import { askOverTls, daysFromNow, qwac, trustedAuthority, useTrusted } from '../../test/tls-tpp.ts';
import { servedEndpoints } from '../service.ts';

const STATUS = '/v1/consents/x/status';
const SERVED = ROWS.filter(({ key }) => servedEndpoints().has(key));

const trusted = useTrusted();
let good: IssuedCertificate;
/** Certificates that are refused, each with its message code (decision 26). */
const refused = new Map<string, { shown: IssuedCertificate | undefined; code: string }>();

/** Issues them. Revoked and blocked ones must be in their files before the gateway starts, because later changes take up to a second. */
async function issueCertificates(): Promise<void> {
  const { authority } = trusted;
  const issue = (order: Parameters<typeof qwac>[0]) => authority.issueTpp(qwac(order));
  good = await issue({});
  const revoked = await issue({ organizationIdentifier: 'PSDHR-HNB-REVOKED' });
  await trusted.revoke(revoked.certificate);
  trusted.block('PSDHR-HNB-BLOCKED');
  for (const [what, shown, code] of [
    ['none', undefined, 'MISSING'],
    ['without a PSD2 statement', await issue({ withoutStatement: true }), 'INVALID'],
    ['for seals (QcType)', await issue({ qcType: 'seal' }), 'INVALID'],
    ['of no authorised provider', await issue({ organizationIdentifier: 'ACME' }), 'INVALID'],
    ['not yet valid', await issue({ notBefore: daysFromNow(1) }), 'INVALID'],
    ['self-signed', await issueSelfSigned(qwac()), 'INVALID'],
    ['of an unknown authority', await (await TestAuthority.create(new Date())).issueTpp(qwac()), 'INVALID'],
    ['expired', await issue({ notBefore: daysFromNow(-9), notAfter: daysFromNow(-1) }), 'EXPIRED'],
    ['revoked', revoked, 'REVOKED'],
    ['blocked', await issue({ organizationIdentifier: 'PSDHR-HNB-BLOCKED' }), 'BLOCKED'],
  ] as const) {
    refused.set(what, { shown, code: `CERTIFICATE_${code}` });
  }
}
const gateway = forAllTests(async () => {
  await issueCertificates();
  return startGateway(trusted.env);
});

const ask = (
  shown: IssuedCertificate | undefined,
  method = 'GET',
  path = STATUS,
  sent: Parameters<typeof askOverTls>[5] = {},
) => askOverTls(gateway.tlsUrl, trusted, shown, method, path, sent);

describe('over mutual TLS', () => {
  it('a TPP is identified by the organizationIdentifier of its certificate', async () => {
    const requestId = crypto.randomUUID();
    const answer = await ask(good, 'GET', STATUS, { headers: { 'X-Request-ID': requestId } });
    expect([answer.status, answer.headers.get('strict-transport-security')]).toEqual([
      503,
      'max-age=31536000; includeSubDomains',
    ]);
    expect(await gateway.requestLine(requestId)).toMatchObject({ tpp: 'PSDHR-HNB-TEST' });
  });

  it('X-Sandbox-TPP has no effect, not even in the sandbox', async () => {
    const answer = await ask(undefined, 'GET', STATUS, { headers: { 'X-Sandbox-TPP': 'PSDHR-HNB-SANDBOX' } });
    expect([answer.status, answer.message.code]).toEqual([401, 'CERTIFICATE_MISSING']);
  });

  it.each(['TLSv1.2', 'TLSv1.3'] as const)('%s is supported', async (version) => {
    const answer = await ask(good, 'GET', STATUS, { minVersion: version, maxVersion: version });
    expect([answer.status, answer.protocol]).toEqual([503, version]);
  });

  it('older versions are not supported', async () => {
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    await expect(ask(good, 'GET', STATUS, old)).rejects.toThrow();
  });

  it('a resumed session keeps the identity of the TPP', async () => {
    const { hostname, port } = new URL(gateway.tlsUrl);
    const shown = { cert: good.certificate, key: good.key, ca: trusted.authority.own.certificate };
    const first = connect({ host: hostname, port: Number(port), ...shown });
    await once(first, 'secureConnect');
    const session = first.getSession();
    first.destroy();
    expect((await ask(good, 'GET', STATUS, { ...(session !== undefined && { session }), agent: false })).status).toBe(
      503,
    );
  });
});

describe('an invalid certificate is refused', () => {
  it('with a message code for its fault', async () => {
    for (const [what, { shown, code }] of refused) {
      const { status, message } = await ask(shown);
      expect([what, status, message.code]).toEqual([what, 401, code]);
    }
  });

  it.each(SERVED)('at $key', async ({ method, address }) => {
    for (const what of ['none', 'expired']) {
      const answer = await ask(refused.get(what)?.shown, method, address, { headers: AS_JSON });
      expect([answer.status, answer.message.code]).toEqual([401, refused.get(what)?.code]);
    }
  });
});

describe('the roles in a certificate', () => {
  it('are checked at an endpoint (tpp-identity.test.ts covers all), and PSP_AS alone permits none', async () => {
    const payments = await trusted.authority.issueTpp(qwac({ roles: ['PISP'] }));
    const bank = await trusted.authority.issueTpp(qwac({ pspRoles: ['PSP_AS'] }));
    for (const shown of [payments, bank]) expect((await ask(shown)).message.code).toBe('ROLE_INVALID');
    expect((await ask(payments, 'GET', '/v1/payments/sepa-credit-transfers/x/status')).status).toBe(503);
    for (const { method, address } of SERVED) {
      expect((await ask(bank, method, address, { headers: AS_JSON })).message.code).toBe('ROLE_INVALID');
    }
  });
});

describe('the authorities between a certificate and the trust list', () => {
  const validity = { notBefore: daysFromNow(-1), notAfter: daysFromNow(30) };

  it('are read from the chain that the TPP sends, and missing without it', async () => {
    const between = await trusted.authority.issueAuthority('Between', validity);
    const shown = await between.issueTpp(qwac());
    const chain = { ...shown, certificate: shown.certificate + between.own.certificate };
    expect((await ask(shown)).message.code).toBe('CERTIFICATE_INVALID');
    expect((await ask(chain)).status).toBe(503);
  });
});

describe('a certificate that was accepted before', () => {
  it('is refused once it is revoked or blocked, and accepted again after that, without a restart', async () => {
    using other = await trustedAuthority();
    await using gateway = await startGateway(other.env);
    const shown = await other.authority.issueTpp(qwac());
    const code = async () => (await askOverTls(gateway.tlsUrl, other, shown, 'GET', STATUS)).message.code;
    expect(await code()).toBeUndefined();
    await other.revoke(shown.certificate);
    await expect.poll(code).toBe('CERTIFICATE_REVOKED');
    await other.revoke();
    await expect.poll(code).toBeUndefined();
    other.block('PSDHR-HNB-TEST');
    await expect.poll(code).toBe('CERTIFICATE_BLOCKED');
    other.block();
    await expect.poll(code).toBeUndefined();
    writeFileSync(join(other.folder, 'ca.pem'), (await TestAuthority.create(new Date())).own.certificate);
    await expect.poll(code).toBe('CERTIFICATE_INVALID');
    // An unreadable file changes nothing.
    writeFileSync(join(other.folder, 'ca.pem'), 'CANARY');
    await expect.poll(async () => gateway.logLines().some(({ event }) => event === 'filesNotReloaded')).toBe(true);
    expect(await code()).toBe('CERTIFICATE_INVALID');
  });

  it('is refused once the certificate of its issuer is revoked', async () => {
    using other = await trustedAuthority();
    await using gateway = await startGateway(other.env);
    const between = await other.authority.issueAuthority('Between', qwac());
    const { certificate, key } = await between.issueTpp(qwac());
    const shown = { certificate: certificate + between.own.certificate, key };
    const code = async () => (await askOverTls(gateway.tlsUrl, other, shown, 'GET', STATUS)).message.code;
    expect(await code()).toBeUndefined();
    await other.revoke(between.own.certificate);
    await expect.poll(code).toBe('CERTIFICATE_REVOKED');
  });

  it('is refused as soon as it has expired', async () => {
    let now = new Date();
    await using gateway = await startGateway(trusted.env, () => now);
    const code = async () => (await askOverTls(gateway.tlsUrl, trusted, good, 'GET', STATUS)).message.code;
    expect(await code()).toBeUndefined();
    now = daysFromNow(31);
    expect(await code()).toBe('CERTIFICATE_EXPIRED');
  });
});

describe('an authority on the trust list', () => {
  const answered = async (purposes: string) => {
    using other = await trustedAuthority();
    const file = join(other.folder, 'ca.pem');
    // A second authority shows that a line applies to the next certificate only.
    const second = (await TestAuthority.create(new Date())).own.certificate;
    writeFileSync(
      file,
      `# purposes: seal\n${second}# Some Trust Services\n${purposes}${other.authority.own.certificate}`,
    );
    await using gateway = await startGateway(other.env);
    const shown = await other.authority.issueTpp(qwac());
    const { message, status } = await askOverTls(gateway.tlsUrl, other, shown, 'GET', STATUS);
    return message.code ?? status;
  };

  it('issues certificates for the purposes stated in the list, or for all if none is stated', async () => {
    expect(await answered('')).toBe(503);
    expect(await answered('# purposes: web, seal\n')).toBe(503);
    expect(await answered('# purposes: seal\n')).toBe('CERTIFICATE_INVALID');
  });

  it('accepts no unknown purposes', async () => {
    await expect(answered('# purposes: email\n')).rejects.toThrow('TPP_TRUST_LIST: a purpose is one of seal, web');
  });
});

describe('a gateway with a TLS port', () => {
  it.each([
    [{ GATEWAY_TLS_CERTIFICATE: '' }, 'GATEWAY_TLS_CERTIFICATE: must be set'],
    [{ TPP_TRUST_LIST: '/nowhere/ca.pem' }, 'TPP_TRUST_LIST: the file cannot be read (ENOENT)'],
    [{ TRUSTED_PROXIES: 'everybody' }, 'TRUSTED_PROXIES: must be'],
  ])('does not start without its mandatory files: %j', async (env, message) => {
    await expect(startGateway({ ...trusted.env, ...env })).rejects.toThrow(message);
  });
});

describe('a gateway outside the sandbox', () => {
  const none = { SANDBOX: 'false', TPP_REVOCATIONS: '' };

  it('does not start without a revocation source', async () => {
    const started = startGateway({ ...trusted.env, ...none, TPP_OCSP: 'off', TPP_CRL: 'off' });
    await expect(started).rejects.toThrow(
      /^TPP_REVOCATIONS: this, TPP_OCSP or TPP_CRL must be set outside the sandbox: .*$/,
    );
  });

  it.each([{ TPP_OCSP: 'soft' }, { TPP_OCSP: 'hard' }, { TPP_CRL: 'soft' }, { TPP_CRL: 'hard' }])(
    'starts with one: %j',
    async (source) => {
      await using started = await startGateway({ ...trusted.env, ...none, ...source });
      expect((await askOverTls(started.tlsUrl, trusted, undefined, 'GET', STATUS)).status).toBe(401);
    },
  );
});
