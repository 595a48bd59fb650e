import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type IssuedCertificate, TestAuthority } from '@xs2a/certificates';
import { forAllTests } from '@xs2a/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../test/start-gateway.ts';
import { askOverTls, daysFromNow, qwac, useTrusted } from '../../test/tls-tpp.ts';

const STATUS = '/v1/consents/x/status';
const MODES = ['off', 'soft', 'hard'] as const;
type Mode = (typeof MODES)[number];
type Answer = (issued: IssuedCertificate) => Promise<string | Buffer | number>;

/** Instead of a status: the connection is closed without an answer. */
const HANG_UP = 0;

let now = new Date();
const trusted = useTrusted();
let publisher: Server;
let base: string;
const started = (mode: Mode): TestGateway =>
  forAllTests(() => startGateway({ ...trusted.env, TPP_CRL: mode }, () => now));
const gateways = new Map(MODES.map((mode) => [mode, started(mode)]));
/** Answers of the publishers by address, and the number of requests. */
const published = new Map<string, () => Promise<string | Buffer | number>>();
const asked = new Map<string, number>();
beforeAll(async () => {
  publisher = createServer(({ url = '' }, response) => {
    asked.set(url, (asked.get(url) ?? 0) + 1);
    void published
      .get(url)?.()
      .then((said) => {
        if (said === HANG_UP) response.destroy();
        else if (typeof said === 'number') response.writeHead(said, { Location: '/other' }).end();
        else response.writeHead(200, { 'Content-Type': 'application/pkix-crl' }).end(said);
      });
  });
  await new Promise<void>((resolve) => publisher.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}`;
});
afterAll(() => {
  publisher.closeAllConnections();
  publisher.close();
});

const inMinutes = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);
/** Returns a list of the trusted authority with these entries, as DER. */
async function listOf(
  revoked: readonly IssuedCertificate[],
  ...[at = now, until = inMinutes(60), order]: ListArguments
) {
  const names = revoked.map(({ certificate }) => certificate);
  return derOf(await trusted.authority.revoke(names, at, until, order));
}
type ListArguments = [at?: Date, until?: Date, order?: Parameters<TestAuthority['revoke']>[3]];
const derOf = (pem: string): Buffer => Buffer.from(pem.replaceAll(/-----[^-]+-----/g, ''), 'base64');

interface Shown extends IssuedCertificate {
  readonly path: string;
  says(answer: Answer): void;
  times(): number;
}

/** Issues a certificate whose list has its own address. */
async function issue(answer: Answer): Promise<Shown> {
  const path = `/${crypto.randomUUID()}.crl`;
  const issued = await trusted.authority.issueTpp(qwac({ revocationListUrl: `${base}${path}` }));
  const says = (said: Answer): void => void published.set(path, () => said(issued));
  says(answer);
  return { ...issued, path, says, times: () => asked.get(path) ?? 0 };
}

/** Returns the status and message code of the gateway in a mode. No service listens behind it, so 503 means that every check passed. */
async function codeOf(mode: Mode, shown: IssuedCertificate): Promise<[number, string | undefined]> {
  const gateway = gateways.get(mode) as TestGateway;
  const requestId = crypto.randomUUID();
  const sent = { headers: { 'X-Request-ID': requestId } };
  const { status, message } = await askOverTls(gateway.tlsUrl, trusted, shown, 'GET', STATUS, sent);
  const line = await gateway.requestLine(requestId);
  return [status, message.code ?? (line['tpp'] === undefined ? 'not let in' : 'let in')];
}

const IN = [503, 'let in'];
const LATER = [503, 'not let in'];
const REVOKED = [401, 'CERTIFICATE_REVOKED'];

describe('the revocation list that a certificate names', () => {
  const cases: [string, Answer, unknown, unknown][] = [
    ['does not name it', () => listOf([]), IN, IN],
    ['names it', (issued) => listOf([issued]), REVOKED, REVOKED],
    [
      'names it, as PEM',
      ({ certificate }) => trusted.authority.revoke([certificate], now, inMinutes(60)),
      REVOKED,
      REVOKED,
    ],
    ['does not name it, and is past its next update', () => listOf([], now, inMinutes(-10)), IN, LATER],
    ['names it, and is past its next update', (issued) => listOf([issued], now, inMinutes(-10)), REVOKED, REVOKED],
    ['names it, and is from the future', (issued) => listOf([issued], daysFromNow(2), daysFromNow(3)), IN, LATER],
    [
      'names it, and is a delta of another',
      (issued) => listOf([issued], now, inMinutes(60), { deltaOf: 1 }),
      IN,
      LATER,
    ],
    [
      'is issued for another address',
      () => listOf([], now, inMinutes(60), { issuingPoint: 'http://other.test/x.crl' }),
      IN,
      LATER,
    ],
    [
      'names it, signed by another authority',
      async ({ certificate }) => {
        const other = await TestAuthority.create(new Date());
        return derOf(await other.revoke([certificate], now, inMinutes(60)));
      },
      IN,
      LATER,
    ],
    [
      'names it, and was changed in transit',
      async (issued) => {
        const list = await listOf([issued]);
        list[list.length - 1] = (list.at(-1) ?? 0) ^ 1;
        return list;
      },
      IN,
      LATER,
    ],
    ['is unreadable', () => Promise.resolve('CANARY'), IN, LATER],
    ['is too long', () => Promise.resolve(Buffer.alloc(5 * 1024 * 1024 + 1)), IN, LATER],
    ['has moved', () => Promise.resolve(302), IN, LATER],
    ['is answered with an error', () => Promise.resolve(500), IN, LATER],
    ['is late', () => new Promise<number>(() => undefined), IN, LATER],
  ];
  it.each(cases)('%s: accepted or refused by the mode', async (_, answer, soft, hard) => {
    const shown = await issue(answer);
    expect(await codeOf('off', shown)).toEqual(IN);
    expect(shown.times()).toBe(0);
    expect(await codeOf('soft', shown)).toEqual(soft);
    expect(await codeOf('hard', shown)).toEqual(hard);
    expect(shown.times()).toBe(2);
  });

  it('is accepted if it is issued for the address in the certificate', async () => {
    const shown = await issue(() => Promise.resolve(404));
    const order = { issuingPoint: `${base}${shown.path}` };
    shown.says((issued) => listOf([issued], now, inMinutes(60), order));
    expect(await codeOf('soft', shown)).toEqual(REVOKED);
  });

  it('is requested once more if the publisher closes the connection, and then no more', async () => {
    const shown = await issue(() => Promise.resolve(HANG_UP));
    shown.says(() => {
      shown.says((issued) => listOf([issued]));
      return Promise.resolve(HANG_UP);
    });
    expect(await codeOf('hard', shown)).toEqual(REVOKED);
    expect(shown.times()).toBe(2);
    const closed = await issue(() => Promise.resolve(HANG_UP));
    expect(await codeOf('hard', closed)).toEqual(LATER);
    expect(closed.times()).toBe(2);
  });

  it('counts as missing if the server is down, or the certificate names no list or no web address', async () => {
    for (const named of [undefined, 'http://127.0.0.1:1/x.crl', 'file:///etc/passwd', 'ldap://127.0.0.1/x']) {
      const shown = await trusted.authority.issueTpp(qwac(named === undefined ? {} : { revocationListUrl: named }));
      expect(await codeOf('soft', shown)).toEqual(IN);
      expect(await codeOf('hard', shown)).toEqual(LATER);
    }
  });

  it('is not fetched for a certificate of an untrusted issuer', async () => {
    const foreign = await TestAuthority.create(new Date());
    const shown = await foreign.issueTpp(qwac({ revocationListUrl: `${base}/foreign.crl` }));
    expect(await codeOf('hard', shown)).toEqual([401, 'CERTIFICATE_INVALID']);
    expect(asked.get('/foreign.crl')).toBeUndefined();
  });
});

describe('a fetched list', () => {
  it('is fetched once, however many requests wait for it', async () => {
    const shown = await issue(() => listOf([]));
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf('hard', shown)));
    expect(codes).toEqual(Array.from({ length: 20 }, () => IN));
    expect(await codeOf('hard', shown)).toEqual(IN);
    expect(shown.times()).toBe(1);
  });

  it('is used until its nextUpdate and renewed in the background before that', async () => {
    const shown = await issue(() => listOf([]));
    for (let index = 0; index < 5; index++) expect(await codeOf('hard', shown)).toEqual(IN);
    now = inMinutes(44);
    expect(await codeOf('hard', shown)).toEqual(IN);
    expect(shown.times()).toBe(1);
    shown.says((issued) => listOf([issued]));
    now = inMinutes(2);
    expect(await codeOf('hard', shown)).toEqual(IN);
    await expect.poll(() => codeOf('hard', shown)).toEqual(REVOKED);
    expect(shown.times()).toBe(2);
  });

  it('stays in force without a newer one: its entries for good, other certificates until its nextUpdate', async () => {
    const good = await issue(() => listOf([]));
    const revoked = await issue((issued) => listOf([issued]));
    expect(await codeOf('hard', good)).toEqual(IN);
    expect(await codeOf('hard', revoked)).toEqual(REVOKED);
    for (const shown of [good, revoked]) shown.says(() => Promise.resolve(500));
    now = inMinutes(58);
    expect(await codeOf('hard', good)).toEqual(IN);
    now = inMinutes(10);
    expect(await codeOf('hard', good)).toEqual(LATER);
    expect(await codeOf('hard', revoked)).toEqual(REVOKED);
    good.says(() => listOf([]));
    now = inMinutes(2);
    expect(await codeOf('hard', good)).toEqual(IN);
  });

  it('is not replaced by an older one', async () => {
    const old = await listOf([], inMinutes(-60), inMinutes(600));
    const shown = await issue((issued) => listOf([issued]));
    expect(await codeOf('soft', shown)).toEqual(REVOKED);
    shown.says(() => Promise.resolve(old));
    now = inMinutes(50);
    expect(await codeOf('soft', shown)).toEqual(REVOKED);
    await expect.poll(() => shown.times()).toBe(2);
    expect(await codeOf('soft', shown)).toEqual(REVOKED);
  });

  it('that is late delays only one request', async () => {
    const shown = await issue(() => new Promise<number>(() => undefined));
    for (let index = 0; index < 4; index++) expect(await codeOf('hard', shown)).toEqual(LATER);
    expect(shown.times()).toBe(1);
  });
});
