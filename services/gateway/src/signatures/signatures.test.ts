import { type IssuedCertificate, TestAuthority } from '@xs2a/certificates';
import { forAllTests, profileFile } from '@xs2a/test-kit';
import { beforeAll, describe, expect, it } from 'vitest';
import { AS_JSON, CONSENT, ROWS } from '../../test/endpoint-samples.ts';
import { type Signing, signed } from '../../test/sign-request.ts';
import { startGateway } from '../../test/start-gateway.ts';
import { askOverTls, daysFromNow, qwac, useTrusted } from '../../test/tls-tpp.ts';
import { servedEndpoints } from '../service.ts';

const SHA256_OF_NOTHING = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';
const BODY = JSON.stringify(CONSENT);
const REDIRECT = { 'TPP-Redirect-URI': 'https://tpp.example/ok' };
const SIGNATURE = { path: 'Signature', code: 'SIGNATURE_INVALID' };
const qseal = (order: Parameters<typeof qwac>[0] = {}) =>
  trusted.authority.issueTpp(qwac({ qcType: 'seal', key: 'rsa', ...order }));

let client: IssuedCertificate;
let rsa: IssuedCertificate;
let now = new Date();
const trusted = useTrusted();
const gateway = forAllTests(() => startGateway(trusted.env, () => now));
beforeAll(async () => {
  [client, rsa] = await Promise.all([trusted.authority.issueTpp(qwac()), qseal()]);
});

/** Creates a consent over TLS; 503 means that every check passed, because no service listens behind the gateway. */
const post = (headers: Record<string, string>, body = BODY) =>
  askOverTls(gateway.tlsUrl, trusted, client, 'POST', '/v1/consents', { headers: { ...AS_JSON, ...headers }, body });
const ofRefusal = ({ status, message }: Awaited<ReturnType<typeof post>>) => [status, message.code, message.path];

describe('a signed request is accepted', () => {
  it.each<[string, Signing]>([
    ['rsa-sha256', {}],
    ['rsa-sha512, with a Digest by SHA-512', { algorithm: 'rsa-sha512', hash: 'sha512', digest: 'SHA-512' }],
    ['hs2019 with RSASSA-PSS', { algorithm: 'hs2019', hash: 'sha512', isPss: true }],
    [
      'a signature of further headers and the request target',
      {
        covered: ['(request-target)', 'digest', 'x-request-id', 'tpp-redirect-uri', 'content-type'],
        target: 'post /v1/consents',
      },
    ],
  ])('by %s', async (_, how) => {
    expect((await post(signed(rsa, BODY, { ...REDIRECT, 'Content-Type': 'application/json' }, how))).status).toBe(503);
  });

  it('by a P-256 key', async () => {
    const how = { algorithm: 'ecdsa-sha256' };
    expect((await post(signed(await qseal({ key: 'ec' }), BODY, REDIRECT, how))).status).toBe(503);
  });

  it('with the certificate as PEM in one line', async () => {
    const sent = { ...REDIRECT, 'TPP-Signature-Certificate': rsa.certificate.trim().replaceAll('\n', ' ') };
    expect((await post(signed(rsa, BODY, sent))).status).toBe(503);
  });

  it('without a body', async () => {
    const headers = signed(rsa, '');
    const answer = await askOverTls(gateway.tlsUrl, trusted, client, 'GET', '/v1/consents/x', { headers });
    expect([answer.status, headers['Digest']]).toEqual([503, 'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=']);
  });
});

describe('a change after signing is refused', () => {
  it('of one byte of the body, under the same signature and X-Request-ID', async () => {
    const answer = await post(signed(rsa, BODY, REDIRECT), BODY.replace('4', '3'));
    expect(ofRefusal(answer)).toEqual([401, 'SIGNATURE_INVALID', 'Digest']);
  });

  it('in the raw bytes, before they are parsed', async () => {
    expect(ofRefusal(await post(signed(rsa, BODY, REDIRECT), `${BODY} `))[2]).toBe('Digest');
    expect((await post(signed(rsa, '{', REDIRECT), '{')).message.code).toBe('FORMAT_ERROR');
  });

  it.each([
    ['Digest', 'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='],
    ['X-Request-ID', '3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
    ['TPP-Redirect-URI', 'https://attacker.example/'],
    ['PSU-ID', 'psu-other'],
  ])('%s', async (name, value) => {
    const headers = { ...signed(rsa, BODY, { ...REDIRECT, 'PSU-ID': 'psu-private' }), [name]: value };
    expect(ofRefusal(await post(headers))).toEqual([401, SIGNATURE.code, SIGNATURE.path]);
  });
});

describe('a signature is invalid', () => {
  it.each([['digest'], ['x-request-id'], ['tpp-redirect-uri'], ['psu-id'], ['psu-corporate-id']])(
    'without %s among the covered headers',
    async (name) => {
      const all = ['digest', 'x-request-id', 'tpp-redirect-uri', 'psu-id', 'psu-corporate-id'];
      const covered = all.filter((one) => one !== name);
      const own = { ...REDIRECT, 'PSU-ID': 'psu-private', 'PSU-Corporate-ID': 'corp-1' };
      expect((await post(signed(rsa, BODY, own, { covered: all }))).status).toBe(503);
      expect(ofRefusal(await post(signed(rsa, BODY, own, { covered })))).toEqual([401, SIGNATURE.code, SIGNATURE.path]);
    },
  );

  it.each<[string, Signing]>([
    ['covers a header that was not sent', { covered: ['digest', 'x-request-id', 'psu-id'] }],
    ['names another serial number', { keyId: 'SN=1,CA=CN=XS2A Test Trust Services CA' }],
  ])('if it %s (more in signature-tricks.test.ts)', async (_, how) => {
    expect(ofRefusal(await post(signed(rsa, BODY, {}, how)))).toEqual([401, SIGNATURE.code, SIGNATURE.path]);
  });

  it('if its algorithm is unknown; the error lists the known ones', async () => {
    const { message } = await post(signed(rsa, BODY, {}, { algorithm: 'SHA1withRSA', hash: 'sha1' }));
    expect(message.text).toBe(
      'its algorithm is unknown; it must be one of rsa-sha256, rsa-sha512, ecdsa-sha256, ecdsa-sha512, hs2019',
    );
  });

  it('if its algorithm does not match the key; the error lists those that do', async () => {
    const { message } = await post(signed(rsa, BODY, {}, { algorithm: 'ecdsa-sha256' }));
    expect(message.text).toBe(
      'its algorithm is not of the key of TPP-Signature-Certificate, whose are rsa-sha256, rsa-sha512, hs2019',
    );
  });

  it('if made with the key of another certificate; the error names the key and the lines verified', async () => {
    const other = await qseal({});
    const { message } = await post(signed({ ...rsa, key: other.key }, BODY));
    expect([message.code, message.text]).toEqual([
      SIGNATURE.code,
      'it does not verify with the key of TPP-Signature-Certificate over the lines of digest, x-request-id, in this order',
    ]);
  });

  it.each([
    ['SHA=AAAA', 'its algorithm is another'],
    ['SHA256=AAAA', 'the name has a hyphen'],
    ['SHA-256', 'it begins with no algorithm and ='],
    [SHA256_OF_NOTHING, 'it begins with no algorithm and ='],
    ['SHA-256=AAAA', 'its hash has 3 bytes, and one of SHA-256 has 32'],
    [`SHA-512=${SHA256_OF_NOTHING}`, 'its hash has 32 bytes, and one of SHA-512 has 64'],
    ['SHA-256=AAAA,SHA-512=AAAA', 'what follows is no base64'],
    [`SHA-256=${'ab'.repeat(32)}`, 'its hash is in hexadecimal and must be in base64'],
    [`sha-256=:${SHA256_OF_NOTHING}:`, 'without the colons of RFC 9530'],
    [`SHA-256=${SHA256_OF_NOTHING}`, 'it does not match the body as it arrived'],
  ])('with the Digest %s, with a specific text', async (Digest, words) => {
    const answer = await post(signed(rsa, BODY, { Digest }));
    expect(ofRefusal(answer)).toEqual([401, SIGNATURE.code, 'Digest']);
    expect(answer.message.text).toContain(words);
  });

  it('if a covered Date is more than 300 s in the past or future', async () => {
    const covered = ['date', 'digest', 'x-request-id'];
    const at = (seconds: number) => {
      now = new Date();
      return post(signed(rsa, BODY, { Date: new Date(now.getTime() + seconds * 1_000).toUTCString() }, { covered }));
    };
    for (const seconds of [-298, 0, 298]) expect((await at(seconds)).status).toBe(503);
    for (const seconds of [-302, 302]) expect(ofRefusal(await at(seconds))).toEqual([401, SIGNATURE.code, 'Date']);
    const { message } = await at(-3_600);
    expect(message.text).toBe(`it must be an HTTP date within 300 seconds of ${now.toUTCString()}`);

    expect(ofRefusal(await post(signed(rsa, BODY, { Date: 'yesterday' }, { covered })))[2]).toBe('Date');
  });
});

describe('the three headers are sent together (decision 26)', () => {
  it.each([
    ['Digest', 'SIGNATURE_MISSING'],
    ['TPP-Signature-Certificate', 'CERTIFICATE_MISSING'],
    ['Signature', 'SIGNATURE_MISSING'],
  ])('without %s: 401 %s', async (name, code) => {
    const { [name]: _, ...headers } = signed(rsa, BODY);
    const answer = await post(headers);
    expect([answer.status, answer.message.code]).toEqual([401, code]);
  });
});

describe('the signing certificate', () => {
  const PATH = 'TPP-Signature-Certificate';
  it.each<[string, () => Promise<IssuedCertificate>, string]>([
    ['of another TPP', () => qseal({ organizationIdentifier: 'PSDHR-HNB-OTHER' }), 'CERTIFICATE_INVALID'],
    ['that is a QWAC', () => qseal({ qcType: 'web' }), 'CERTIFICATE_INVALID'],
    [
      'of an unknown authority',
      async () => {
        return (await TestAuthority.create(new Date())).issueTpp(qwac({ qcType: 'seal', key: 'rsa' }));
      },
      'CERTIFICATE_INVALID',
    ],
    ['that has expired', () => qseal({ notBefore: daysFromNow(-9), notAfter: daysFromNow(-1) }), 'CERTIFICATE_EXPIRED'],
    ['without the role', () => qseal({ roles: ['PISP'] }), 'ROLE_INVALID'],
  ])('%s is refused', async (_, make, code) => {
    expect(ofRefusal(await post(signed(await make(), BODY)))).toEqual([401, code, PATH]);
  });

  it('is refused if it is unreadable', async () => {
    for (const sent of ['CANARY', '%%%', 'MIIB']) {
      const answer = await post(signed(rsa, BODY, { [PATH]: sent }));
      expect(ofRefusal(answer)).toEqual([401, 'CERTIFICATE_INVALID', PATH]);
    }
  });
});

describe('a profile that requires signatures', () => {
  const PROFILE = profileFile({ signatureRequired: true, trustedBeneficiaries: true });
  it('refuses unsigned requests at every endpoint, and accepts signed ones', async () => {
    await using strict = await startGateway({ ...trusted.env, PROFILE });
    for (const { key, method, address } of ROWS) {
      if (!servedEndpoints().has(key)) continue;
      const answer = await askOverTls(strict.tlsUrl, trusted, client, method, address);
      expect([key, ...ofRefusal(answer)]).toEqual([key, 401, 'SIGNATURE_MISSING', 'Signature']);
      expect(answer.message.text).toContain('this bank takes signed requests only');
    }
    const sent = { headers: { ...AS_JSON, ...signed(rsa, BODY) }, body: BODY };
    expect((await askOverTls(strict.tlsUrl, trusted, client, 'POST', '/v1/consents', sent)).status).toBe(503);
  });
});

describe('on the plain listener of the sandbox', () => {
  const plain = (headers: Record<string, string>) =>
    gateway.ask('POST', '/v1/consents', { headers: { ...AS_JSON, ...headers }, body: BODY });

  it('a signed request belongs to the TPP of its signing certificate', async () => {
    const headers = signed(rsa, BODY);
    expect((await plain(headers)).status).toBe(503);
    expect(await gateway.requestLine(headers['X-Request-ID'] ?? '')).toMatchObject({ tpp: 'PSDHR-HNB-TEST' });
    expect((await plain({ ...headers, Digest: 'SHA-256=AAAA' })).message.code).toBe('SIGNATURE_INVALID');
  });

  it('a signed request does not belong to the TPP in X-Sandbox-TPP', async () => {
    const answer = await plain({ ...signed(rsa, BODY), 'X-Sandbox-TPP': 'PSDHR-HNB-OTHER' });
    expect(answer.message.code).toBe('CERTIFICATE_INVALID');
  });
});
