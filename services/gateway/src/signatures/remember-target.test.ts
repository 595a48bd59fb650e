import type { IssuedCertificate } from '@xs2a/certificates';
import { forAllTests, freshDatabaseName, profileFile } from '@xs2a/test-kit';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Signing, signed } from '../../test/sign-request.ts';
import { startGateway, type TestGateway } from '../../test/start-gateway.ts';
import { askOverTls, qwac, useTrusted } from '../../test/tls-tpp.ts';

const OTHER_REQUEST = '401 SIGNATURE_INVALID X-Request-ID';
const SIGNATURE = '401 SIGNATURE_INVALID Signature';
/** Every check passed: no service listens behind this gateway. */
const PASSED = '503 SERVICE_UNAVAILABLE';
const STATUS = '/v1/consents/x/status';
const COVERED = ['digest', 'x-request-id'];
const TARGET = '(request-target)';

const MONGO_DATABASE = freshDatabaseName();
const trusted = useTrusted();
const [gateway, other] = [1, 2].map(() =>
  forAllTests(() => startGateway({ ...trusted.env, MONGO_DATABASE }, () => now)),
) as [TestGateway, TestGateway];
let client: IssuedCertificate;
let seal: IssuedCertificate;
let now = new Date();
beforeAll(async () => {
  client = await trusted.authority.issueTpp(qwac());
  seal = await trusted.authority.issueTpp(qwac({ qcType: 'seal', key: 'rsa' }));
});

type Headers = Record<string, string>;
const make = (how: Signing = {}, own: Headers = {}): Headers => signed(seal, '', own, { covered: COVERED, ...how });

async function answerTo(method: string, path: string, headers: Headers, at = gateway): Promise<string> {
  const { status, message } = await askOverTls(at.tlsUrl, trusted, client, method, path, { headers });
  return [status, message.code ?? 'SERVICE_UNAVAILABLE', message.path].filter((part) => part !== undefined).join(' ');
}

describe('a signature that covers neither method nor address', () => {
  it.each([
    ['another method', 'DELETE', '/v1/consents/x'],
    ['another address', 'GET', '/v1/consents/y/status'],
    ['another query', 'GET', `${STATUS}?a=b`],
    ['the start of an authorisation', 'POST', '/v1/consents/x/authorisations'],
  ])('is not accepted again for %s', async (_, method, path) => {
    const headers = make();
    expect(await answerTo('GET', STATUS, headers)).toBe(PASSED);
    expect(await answerTo(method, path, headers)).toBe(OTHER_REQUEST);
  });

  it('is not accepted with another Consent-ID', async () => {
    const headers = make();
    const read = (consentId: string) => answerTo('GET', '/v1/accounts', { ...headers, 'Consent-ID': consentId });
    expect(await read('one')).toBe(PASSED);
    expect(await read('other')).toBe(OTHER_REQUEST);
  });

  it('is not accepted for another request at another replica, even with the X-Request-ID in capitals', async () => {
    const id = crypto.randomUUID();
    expect(await answerTo('GET', STATUS, make({}, { 'X-Request-ID': id }))).toBe(PASSED);
    const again = make({}, { 'X-Request-ID': id.toUpperCase() });
    expect(await answerTo('DELETE', '/v1/consents/x', again, other)).toBe(OTHER_REQUEST);
  });

  it('is accepted for only one of many different simultaneous requests', async () => {
    const headers = make();
    const addresses = Array.from({ length: 10 }, (_, index) => `/v1/consents/${index}/status`);
    const answers = await Promise.all(
      addresses.map((path, index) => answerTo('GET', path, headers, index % 2 === 0 ? gateway : other)),
    );
    expect(answers.filter((answer) => answer === PASSED)).toHaveLength(1);
    expect(answers.filter((answer) => answer === OTHER_REQUEST)).toHaveLength(9);
  });

  it('is accepted again for the same request', async () => {
    const headers = make();
    for (const at of [gateway, other, gateway])
      expect(await answerTo('DELETE', '/v1/consents/x', headers, at)).toBe(PASSED);
  });

  it('is not remembered if it is invalid, so that no other sender can block an X-Request-ID', async () => {
    const headers = make();
    expect(await answerTo('GET', STATUS, { ...headers, Digest: 'SHA-256=AAAA' })).toBe(SIGNATURE);
    expect(await answerTo('DELETE', '/v1/consents/x', headers)).toBe(PASSED);
  });

  it('is refused for its age later if it covers Date', async () => {
    now = new Date();
    const headers = make({ covered: [...COVERED, 'date'] }, { Date: now.toUTCString() });
    expect(await answerTo('GET', STATUS, headers)).toBe(PASSED);
    now = new Date(now.getTime() + 4_500_000);
    expect(await answerTo('GET', STATUS, headers)).toBe('401 SIGNATURE_INVALID Date');
    now = new Date();
  });
});

describe('signature.mustCover of the profile', () => {
  const covering = (...mustCover: string[]): string => profileFile({ signature: { mustCover } });

  it('makes method, address and time mandatory', async () => {
    await using strict = await startGateway({ ...trusted.env, PROFILE: covering(TARGET, 'date') });
    const at = (covered: readonly string[], method = 'GET', target = `get ${STATUS}`, date = new Date()) => {
      const headers = make({ covered, target }, { Date: date.toUTCString() });
      return answerTo(method, STATUS, headers, strict);
    };
    const all = [TARGET, 'date', ...COVERED];
    expect(await at(all)).toBe(PASSED);
    expect(await at(['date', ...COVERED])).toBe(SIGNATURE);
    expect(await at([TARGET, ...COVERED])).toBe(SIGNATURE);
    expect(await at(all, 'GET', `delete ${STATUS}`)).toBe(SIGNATURE);
    expect(await at(all, 'GET', 'get /v1/consents/y/status')).toBe(SIGNATURE);
    expect(await at(all, 'GET', `get ${STATUS}`, new Date(Date.now() - 4_500_000))).toBe('401 SIGNATURE_INVALID Date');
    const undated = make({ covered: [TARGET, ...COVERED], target: `get ${STATUS}` });
    expect(await answerTo('GET', STATUS, undated, strict)).toBe(SIGNATURE);
  });

  it('allows only names that a signature can cover', async () => {
    await expect(startGateway({ ...trusted.env, PROFILE: covering('authorization') })).rejects.toThrow(
      /signature\.mustCover/,
    );
  });
});
