import { type Boundary, row } from './threat.ts';

const GATEWAY = 'services/gateway/src';
const SCA = 'services/sca/src';
const PORTAL = 'services/portal/src';

const TPP: Boundary = {
  name: 'TPP and gateway',
  actor: 'A TPP with a valid certificate that wants more than it may, or anybody who reaches the address',
  threats: [
    row(
      'spoofing',
      'a caller without, or with a false, expired, revoked or blocked certificate',
      'path to the trust list, time, revocation, blocklist for each request',
      [
        `${GATEWAY}/certificates/tpp-certificates.test.ts`,
        `${GATEWAY}/certificates/revocation-lists.test.ts`,
        `${GATEWAY}/certificates/ocsp-status.test.ts`,
        `${GATEWAY}/blocklist/blocklist.test.ts`,
      ],
    ),
    row(
      'spoofing',
      'a false authority on the trust list: wrapped, altered or old trusted lists',
      'only what the signature covers is read; a refused list changes nothing',
      ['packages/trusted-lists/src/import/import-lists.test.ts', 'testing/suites/commands/trust-list.test.ts'],
    ),
    row(
      'spoofing',
      'the seal of another organisation, a replayed or altered signature',
      'digest, covered headers, owner and age are checked',
      [
        `${GATEWAY}/signatures/signatures.test.ts`,
        'testing/suites/hostile/signatures.http',
        'testing/suites/outside/signing-client.test.ts',
      ],
    ),
    row(
      'elevation',
      'a TPP whose authorisation was withdrawn and whose certificate still stands',
      'the register of the EBA as a second opinion, where the bank sets it',
      [`${GATEWAY}/certificates/tpp-register.test.ts`, 'packages/certificates/src/register/read-register.test.ts'],
      'Off by default; the operator has to bring a new extract every day.',
    ),
    row(
      'elevation',
      'a role that the certificate does not have',
      'role of each endpoint in one table, tested as a whole',
      ['testing/suites/matrix/matrix.test.ts'],
    ),
    row(
      'disclosure',
      'ids of another TPP, or whether they exist',
      'same answer for foreign and unknown; every id of every operation',
      ['testing/suites/matrix/foreign.test.ts', 'testing/suites/hostile/ids.http'],
    ),
    row(
      'elevation',
      'reading beyond the consent: other accounts, data, time, frequency',
      'each read uses the consent in one guarded write',
      [
        'services/consent/src/access/use-consent.test.ts',
        'services/consent/src/access/granted-rights.test.ts',
        'services/consent/src/endings/endings.test.ts',
      ],
    ),
    row('tampering', 'the same X-Request-ID with another content', 'the fingerprint is stored with the resource', [
      `${GATEWAY}/request/fingerprint.test.ts`,
      'testing/suites/hostile/state.http',
    ]),
    row(
      'tampering',
      'malformed headers, JSON, XML, amounts, queries',
      'each field is parsed by its contract or refused; XML without document type and within limits',
      [
        'testing/suites/hostile/corpus.test.ts',
        'testing/suites/hostile/xml.http',
        'packages/iso20022/src/gate/read-xml.test.ts',
      ],
    ),
    row('tampering', 'smuggled requests, folded or doubled headers', 'the connection is refused', [
      'testing/suites/hostile/http.http',
      `${GATEWAY}/http/http-conformance.test.ts`,
    ]),
    row(
      'denial',
      'expressions that take exponential or polynomial time',
      'parsers by hand, and every expression over input is judged',
      ['testing/suites/hostile/expressions.test.ts', `${GATEWAY}/signatures/key-id.test.ts`],
    ),
    row(
      'denial',
      'floods, slow senders, many connections of one TPP',
      'limits of rate and concurrency for each TPP before those for all',
      [
        `${GATEWAY}/limits/request-rate.test.ts`,
        `${GATEWAY}/limits/concurrency-limit.test.ts`,
        `${GATEWAY}/limits/overload.test.ts`,
      ],
    ),
    row('repudiation', 'a TPP denies a request', 'certificate, signature and outcome are part of the history', [
      `${GATEWAY}/certificates/certificate-evidence.test.ts`,
      'testing/suites/journeys/legal-trace.test.ts',
    ]),
  ],
};

const BROWSER: Boundary = {
  name: 'Browser of the PSU and portal',
  actor: 'A stranger at the login, a malicious page in the same browser, a TPP that words a deceptive request',
  threats: [
    row(
      'spoofing',
      'guessing passwords and codes, one after the other or in parallel',
      'attempts are counted before they are evaluated, for PSU and authorisation',
      [`${SCA}/attempts/brute-force.test.ts`, `${SCA}/attempts/attempts-left.test.ts`],
    ),
    row('disclosure', 'which PSU-ID exists, by text or time', 'same text, same work', [
      `${SCA}/attempts/constant-time.test.ts`,
      `${SCA}/login/sign-in.test.ts`,
    ]),
    row(
      'spoofing',
      'a code used twice, for another payment, or after its time',
      'a challenge is bound to the content and ends',
      [
        `${SCA}/authorisation/authorisation-timeout.test.ts`,
        `${SCA}/challenges/challenge-message.test.ts`,
        'testing/suites/hostile/sca.http',
      ],
    ),
    row(
      'spoofing',
      'a passkey or an app enrolled by somebody else',
      'enrolment needs a recent sign-in; the origin is checked',
      [`${SCA}/enrolment/enrolment.test.ts`, `${SCA}/factors/verify-passkey.test.ts`],
    ),
    row(
      'tampering',
      'forged forms (CSRF), a step repeated in another tab, a fixed session',
      'tokens of form and session that change with each step',
      [`${PORTAL}/visits/form-token.test.ts`, 'testing/suites/browser/troubled-journeys.test.ts'],
    ),
    row(
      'tampering',
      'text of a TPP that becomes script, or looks like the bank',
      'text stays text, bounded, in a strict content security policy',
      [`${PORTAL}/approval/untrusted-text.test.ts`, `${PORTAL}/http/http-conformance.test.ts`],
    ),
    row(
      'spoofing',
      'a redirect to an address that was never registered',
      'only the stored address, refused where it is dangerous',
      [
        `${SCA}/redirect/return-uri.test.ts`,
        `${PORTAL}/approval/return-uri.test.ts`,
        'testing/suites/hostile/uris.http',
      ],
    ),
    row(
      'repudiation',
      'a PSU approves without seeing amount and payee',
      'the page shows what the challenge is bound to',
      ['testing/suites/browser/psu-journeys.test.ts', `${PORTAL}/approval/approval-pages.test.ts`],
    ),
    row(
      'spoofing',
      'a link to the authorisation server whose error leads to any address (open redirect)',
      'an address that neither resource nor certificate names counts only where the TPP itself has pushed it',
      ['testing/suites/oauth/black-box/request.test.ts'],
    ),
  ],
};

const PROXY: Boundary = {
  name: 'Proxy and gateway',
  actor: 'A sender of the proxy header that is not the proxy',
  threats: [
    row(
      'spoofing',
      'a forged x-forwarded-client-cert',
      'read from configured addresses alone',
      [`${GATEWAY}/certificates/forwarded-certificate.test.ts`],
      'A machine inside of the configured network is trusted; keep the network to the proxies.',
    ),
    row(
      'spoofing',
      'an address of somebody else in a header of the PROXY protocol',
      'read from configured addresses alone, which must send it; from others it is no TLS',
      [`${GATEWAY}/http/proxy-protocol.test.ts`],
    ),
    row('spoofing', 'the sandbox identity from another machine', 'on a loopback listener of a sandbox alone', [
      `${GATEWAY}/checks/caller/tpp-identity.test.ts`,
      'testing/suites/journeys/client-identity.test.ts',
    ]),
  ],
};

/** Boundaries that requests from outside cross. */
export const EXTERNAL: readonly Boundary[] = [TPP, BROWSER, PROXY];
