import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerOcsp, type IssuedCertificate, type OcspResponseOptions, TestAuthority } from '@xs2a/certificates';
import { forAllTests } from '@xs2a/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../test/start-gateway.ts';
import { askOverTls, daysFromNow, qwac, useTrusted } from '../../test/tls-tpp.ts';

const STATUS = '/v1/consents/x/status';
const MODES = ['off', 'soft', 'hard'] as const;
type Mode = (typeof MODES)[number];
type Answer = (request: Buffer) => Buffer | Promise<Buffer> | number;

let now = new Date();
const trusted = useTrusted();
let responder: Server;
let url: string;
let answer: Answer;
let asked = 0;
const started = (mode: Mode): TestGateway =>
  forAllTests(() => startGateway({ ...trusted.env, TPP_OCSP: mode }, () => now));
const gateways = new Map(MODES.map((mode) => [mode, started(mode)]));
beforeAll(async () => {
  responder = createServer((request, response) => {
    asked++;
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      void Promise.resolve(answer(Buffer.concat(parts))).then((said) => {
        if (typeof said === 'number') response.writeHead(said, { Location: '/other' }).end();
        else response.writeHead(200, { 'Content-Type': 'application/ocsp-response' }).end(said);
      });
    });
  });
  await new Promise<void>((resolve) => responder.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(responder.address() as AddressInfo).port}/ocsp`;
});
afterAll(() => {
  responder.closeAllConnections();
  responder.close();
});

const inMinutes = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);
const responseOf = (status: OcspResponseOptions['status'], other: Partial<OcspResponseOptions> = {}): Answer => {
  const whole = { status, thisUpdate: now, nextUpdate: inMinutes(60), withNonce: true, ...other };
  return (request) => answerOcsp(trusted.authority.own, request, whole);
};
/** A responder that always has the latest information states no nextUpdate. */
const asOf = (thisUpdate: Date): Answer => {
  return (request) => answerOcsp(trusted.authority.own, request, { status: 'good', thisUpdate, withNonce: false });
};
const issue = (ocspUrl: string | undefined = url): Promise<IssuedCertificate> =>
  trusted.authority.issueTpp(qwac(ocspUrl === undefined ? {} : { ocspUrl }));

/** Returns the status and message code of a gateway in each mode for a new certificate; 503 means that every check passed. */
async function codeOf(mode: Mode, shown: IssuedCertificate): Promise<[number, string | undefined]> {
  const gateway = gateways.get(mode) as TestGateway;
  const requestId = crypto.randomUUID();
  const sent = { headers: { 'X-Request-ID': requestId } };
  const { status, message } = await askOverTls(gateway.tlsUrl, trusted, shown, 'GET', STATUS, sent);
  const line = await gateway.requestLine(requestId);
  // No service listens behind the gateway, so an accepted request is also 503; the TPP in the log tells the two apart.
  return [status, message.code ?? (line['tpp'] === undefined ? 'not let in' : 'let in')];
}

const IN = [503, 'let in'];
const LATER = [503, 'not let in'];
const REVOKED = [401, 'CERTIFICATE_REVOKED'];
const INVALID = [401, 'CERTIFICATE_INVALID'];

describe('the status of a certificate at its issuer (OCSP)', () => {
  const cases: [string, () => Answer | Promise<Answer>, unknown, unknown][] = [
    ['good', () => responseOf('good'), IN, IN],
    ['good, without the nonce', () => responseOf('good', { withNonce: false }), IN, IN],
    ['revoked', () => responseOf('revoked'), REVOKED, REVOKED],
    ['unknown', () => responseOf('unknown'), INVALID, INVALID],
    [
      'good, out of date',
      () => responseOf('good', { thisUpdate: inMinutes(-90), nextUpdate: inMinutes(-30) }),
      IN,
      LATER,
    ],
    ['good, current, without nextUpdate', () => asOf(now), IN, IN],
    ['good, two hours old, without nextUpdate', () => asOf(inMinutes(-120)), IN, LATER],
    ['good, from the future', () => responseOf('good', { thisUpdate: inMinutes(30) }), IN, LATER],
    [
      'revoked, by an appointed responder',
      async () => responseOf('revoked', { delegatedResponder: await trusted.authority.issueResponder(qwac()) }),
      REVOKED,
      REVOKED,
    ],
    [
      'revoked, by a responder with an expired certificate',
      async () => {
        const over = { notBefore: daysFromNow(-9), notAfter: daysFromNow(-1) };
        return responseOf('revoked', { delegatedResponder: await trusted.authority.issueResponder(over) });
      },
      IN,
      LATER,
    ],
    [
      'good, signed by a TPP of the same issuer',
      async () => responseOf('good', { delegatedResponder: await issue() }),
      IN,
      LATER,
    ],
    [
      'good, signed by another authority',
      async () => {
        const { own } = await TestAuthority.create(new Date());
        return (request) =>
          answerOcsp(own, request, { status: 'good', thisUpdate: now, nextUpdate: inMinutes(60), withNonce: true });
      },
      IN,
      LATER,
    ],
    ['an unreadable answer', () => () => Buffer.from('CANARY'), IN, LATER],
    ['an endless answer', () => () => Buffer.alloc(100_000), IN, LATER],
    ['a redirect', () => () => 302, IN, LATER],
    ['an error', () => () => 500, IN, LATER],
    ['no answer in time', () => () => new Promise<Buffer>(() => undefined), IN, LATER],
  ];
  it.each(cases)('%s: accepted or refused by the mode', async (_, make, soft, hard) => {
    answer = await make();
    expect(await codeOf('soft', await issue())).toEqual(soft);
    expect(await codeOf('hard', await issue())).toEqual(hard);
    const before = asked;
    expect(await codeOf('off', await issue())).toEqual(IN);
    expect(asked).toBe(before);
  });

  it('is unknown if the certificate names no responder or no web address', async () => {
    answer = responseOf('good');
    for (const named of [undefined, 'file:///etc/passwd', 'ldap://127.0.0.1/x']) {
      const shown = await trusted.authority.issueTpp(qwac(named === undefined ? {} : { ocspUrl: named }));
      expect(await codeOf('soft', shown)).toEqual(IN);
      expect(await codeOf('hard', shown)).toEqual(LATER);
    }
  });

  it('is not requested for a certificate of an untrusted issuer', async () => {
    const before = asked;
    const foreign = await (await TestAuthority.create(new Date())).issueTpp(qwac({ ocspUrl: url }));
    expect(await codeOf('hard', foreign)).toEqual(INVALID);
    expect(asked).toBe(before);
  });
});

describe('an OCSP answer', () => {
  it('is used until its nextUpdate and renewed in the background before that', async () => {
    answer = responseOf('good');
    const shown = await issue();
    const before = asked;
    for (let index = 0; index < 5; index++) expect(await codeOf('hard', shown)).toEqual(IN);
    expect(asked).toBe(before + 1);
    answer = responseOf('revoked');
    now = inMinutes(46);
    expect(await codeOf('hard', shown)).toEqual(IN);
    await expect.poll(() => codeOf('hard', shown)).toEqual(REVOKED);
    expect(asked).toBe(before + 2);
    // A revocation stays in force when the responder stops answering.
    answer = () => 500;
    now = inMinutes(90);
    expect(await codeOf('hard', shown)).toEqual(REVOKED);
  });

  it('that is good is used while the responder is unavailable, but not after its nextUpdate', async () => {
    answer = responseOf('good');
    const shown = await issue();
    expect(await codeOf('hard', shown)).toEqual(IN);
    answer = () => 500;
    now = inMinutes(50);
    expect(await codeOf('hard', shown)).toEqual(IN);
    expect(await codeOf('hard', shown)).toEqual(IN);
    now = inMinutes(15);
    expect(await codeOf('hard', shown)).toEqual(LATER);
    answer = responseOf('good');
    now = inMinutes(1);
    expect(await codeOf('hard', shown)).toEqual(IN);
  });

  it('that is late delays only one request', async () => {
    answer = () => new Promise<Buffer>(() => undefined);
    const shown = await issue();
    const before = asked;
    for (let index = 0; index < 3; index++) expect(await codeOf('soft', shown)).toEqual(IN);
    expect(asked).toBe(before + 1);
  });
});
