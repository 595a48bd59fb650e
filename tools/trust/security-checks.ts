import type { SecurityCheck } from './security-check.ts';

const GATEWAY = 'services/gateway/src';
const SCA = 'services/sca/src';
const CONSENT = 'services/consent/src';

/** In the order in which an officer reads them: who calls, what they may, how PSUs approve, what survives, what is recorded. */
export const SECURITY_CHECKS: readonly SecurityCheck[] = [
  {
    number: 1,
    statement:
      'A TPP without a certificate, or with one that is unknown, expired, revoked or not allowed by RFC 5280, is refused at every endpoint.',
    evidence: [
      { file: `${GATEWAY}/certificates/tpp-certificates.test.ts` },
      { file: `${GATEWAY}/certificates/certificate-paths.test.ts` },
      { file: `${GATEWAY}/certificates/forwarded-certificate.test.ts` },
      { file: `${GATEWAY}/certificates/revocation-lists.test.ts` },
      { file: `${GATEWAY}/certificates/ocsp-status.test.ts` },
    ],
  },
  {
    number: 2,
    statement: 'Each endpoint accepts TPPs with its role (PSP_AI, PSP_PI, PSP_IC) and no others.',
    evidence: [
      { file: `${GATEWAY}/certificates/tpp-certificates.test.ts`, title: 'with one of its roles, and no others' },
      { file: `${GATEWAY}/checks/caller/tpp-identity.test.ts`, title: 'with one of its roles, and no others' },
    ],
  },
  {
    number: 3,
    statement: 'A request changed after it was signed, or signed by somebody else, is refused.',
    evidence: [
      { file: `${GATEWAY}/signatures/signatures.test.ts` },
      { file: `${GATEWAY}/signatures/signature-tricks.test.ts` },
      { file: `${GATEWAY}/signatures/signature-algorithms.test.ts` },
    ],
  },
  {
    number: 4,
    statement:
      'A captured request creates nothing when it is sent again; changed, sent elsewhere, or too old it is refused.',
    evidence: [
      { file: `${GATEWAY}/signatures/remember-target.test.ts` },
      { file: `${GATEWAY}/signatures/signatures.test.ts`, title: 'more than 300 s from the present' },
      { file: 'tests/journeys/payment.test.ts', title: 'the same request repeated gives the same payment' },
    ],
  },
  {
    number: 5,
    statement: 'A TPP cannot see, use or distinguish from unknown any resource of another TPP.',
    evidence: [{ file: 'tests/matrix/foreign.test.ts' }],
  },
  {
    number: 6,
    statement: 'After its end a consent opens nothing: deleted, withdrawn, superseded or past its last day.',
    evidence: [
      { file: `${CONSENT}/access/use-consent.test.ts` },
      { file: `${CONSENT}/endings/endings.test.ts` },
      { file: 'tests/browser/permissions.test.ts' },
    ],
  },
  {
    number: 7,
    statement: 'Reads stay within accounts, rights, period and number of reads a day that the PSU allowed.',
    evidence: [
      { file: `${CONSENT}/access/use-consent.test.ts` },
      { file: `${CONSENT}/access/granted-rights.test.ts` },
      { file: 'tests/journeys/account-information.test.ts' },
    ],
  },
  {
    number: 8,
    statement: 'No payment is executed without an approval of exactly its amount and payee (RTS 2018/389, Art. 5).',
    evidence: [
      { file: 'services/payments/src/authorisation/settle-authorisation.test.ts' },
      { file: 'services/bank/src/connector/challenges.test.ts' },
      { file: `${SCA}/redirect/redirect.test.ts`, title: 'a code sent for another payment is wrong here' },
      { file: 'tests/simulation/simulation.test.ts' },
    ],
  },
  {
    number: 9,
    statement:
      'The page shows amount and payee before the code is asked for; baskets and bulk payments show totals and payees.',
    evidence: [
      { file: 'services/portal/src/approval/approval-pages.test.ts' },
      {
        file: 'services/portal/src/approval/untrusted-text.test.ts',
        title: 'amount and payee stand before the field of the code',
      },
    ],
  },
  {
    number: 10,
    statement:
      'After the permitted wrong attempts not even the right code counts; guessing in parallel or after a restart gains nothing.',
    evidence: [
      { file: `${SCA}/attempts/brute-force.test.ts` },
      { file: `${SCA}/attempts/attempts-left.test.ts` },
      { file: `${SCA}/attempts/constant-time.test.ts` },
    ],
  },
  {
    number: 11,
    statement: 'A code works once, for one authorisation, within its lifetime; sessions end after inactivity.',
    evidence: [
      { file: 'services/bank/src/connector/challenges.test.ts' },
      { file: `${SCA}/authorisation/authorisation-timeout.test.ts` },
      { file: `${SCA}/redirect/redirect.test.ts`, title: 'the second factor' },
    ],
  },
  {
    number: 12,
    statement: 'OAuth: codes are single use, PKCE is demanded, tokens are bound to certificate and consent.',
    evidence: [],
    notYet: 'OAuth is not offered: SCA is by redirect, decoupled or embedded.',
  },
  {
    number: 13,
    statement: 'Browsers are sent to the address of the resource alone; malicious addresses are refused at creation.',
    evidence: [
      { file: `${GATEWAY}/checks/headers/own-domains.test.ts` },
      { file: `${GATEWAY}/checks/headers/request-headers.test.ts` },
      { file: `${SCA}/redirect/return-uri.test.ts` },
      { file: 'services/portal/src/approval/return-uri.test.ts' },
    ],
  },
  {
    number: 14,
    statement:
      'PSU pages load nothing from elsewhere, run no inline script, are not framed or cached, and work by keyboard and without JavaScript.',
    evidence: [
      { file: 'services/portal/src/http/http-conformance.test.ts' },
      { file: 'services/portal/src/visits/form-token.test.ts' },
      { file: 'tests/browser/psu-journeys.test.ts' },
      { file: 'tests/browser/troubled-journeys.test.ts' },
    ],
  },
  {
    number: 15,
    statement: 'No IBAN, card number, password, code or token stands in a log, metric or error.',
    evidence: [
      { file: 'tests/journeys/canaries.test.ts' },
      { file: 'tests/journeys/confidential-logs.test.ts' },
      { file: 'packages/service-kit/src/observability/log.test.ts' },
    ],
  },
  {
    number: 16,
    statement: 'Killing any service, MongoDB or NATS loses no acknowledged payment and executes none twice.',
    evidence: [
      { file: 'tests/crash/campaign.test.ts' },
      { file: 'tests/crash/kill-and-continue.test.ts' },
      { file: 'tests/simulation/simulation.test.ts' },
    ],
    notYet: 'The 225 kills of the whole campaign take longer than a test run: `npm run crash`.',
  },
  {
    number: 17,
    statement:
      'After NATS is wiped, or MongoDB restored from a backup, the system is consistent or the differences are named.',
    evidence: [],
    notYet: 'The restore drill is not part of the tests yet.',
  },
  {
    number: 18,
    statement:
      'While a database or the bus is away or hangs, answers are 503 with Retry-After within 3 seconds, and it recovers alone.',
    evidence: [
      {
        file: 'services/portal/src/http/http-conformance.test.ts',
        title: 'a page says so with 503 and Retry-After, within three seconds',
      },
    ],
    notYet: 'Rolling upgrades without a failed request are shown for a stopping gateway, not for a whole cluster.',
  },
  {
    number: 19,
    statement:
      'Under overload accepted requests are answered in time, the others refused at once; one TPP does not slow down another.',
    evidence: [
      { file: `${GATEWAY}/limits/overload.test.ts` },
      { file: `${GATEWAY}/limits/concurrency-limit.test.ts` },
      { file: `${GATEWAY}/limits/fair-share.test.ts` },
      { file: `${GATEWAY}/limits/flood.test.ts` },
      { file: `${GATEWAY}/limits/request-rate.test.ts` },
    ],
  },
  {
    number: 20,
    statement: 'Hostile input is refused without a failure of the server, within 100 ms of CPU time each.',
    evidence: [
      { file: 'tests/hostile/corpus.test.ts' },
      { file: 'tests/hostile/fuzz.test.ts' },
      { file: 'tests/hostile/slow-texts.test.ts' },
      { file: `${GATEWAY}/http/slow-requests.test.ts` },
      { file: `${GATEWAY}/request/slow-texts.test.ts` },
      { file: 'tests/tidy/expressions.test.ts' },
      { file: `${GATEWAY}/request/fuzz.test.ts` },
    ],
  },
  {
    number: 21,
    statement: 'Notifications reach no internal address.',
    evidence: [
      { file: 'services/notifier/src/delivery/public-address.test.ts' },
      { file: 'services/notifier/src/delivery/post-notification.test.ts' },
    ],
    notYet: 'Egress rules of a cluster come with its manifests.',
  },
  {
    number: 22,
    statement:
      'A participant of the bus cannot settle an authorisation, read a code or act for the portal; secrets come from files.',
    evidence: [{ file: 'tests/bus/attacks.test.ts' }, { file: 'packages/service-kit/src/runtime/config.test.ts' }],
    notYet: 'Identities with permissions for each service, on the bus and in the database, come with the manifests.',
  },
  {
    number: 23,
    statement:
      'Each change of a status is recorded with who, when, from, to and request; an altered or missing record is found.',
    evidence: [
      { file: 'tests/journeys/legal-trace.test.ts' },
      { file: 'packages/service-kit/src/history/verify-history.test.ts' },
      { file: 'tests/commands/verify-history.test.ts' },
    ],
  },
  {
    number: 24,
    statement: 'Availability, response times and errors are published by EBA/GL/2018/07.',
    evidence: [],
    notYet: 'Statistics are not built yet.',
  },
  {
    number: 25,
    statement:
      'The build is reproducible from lock files with hashes, runs no install scripts, and its parts and threats are listed.',
    evidence: [
      { file: 'tests/supply-chain/pins.test.ts' },
      { file: 'tests/supply-chain/advisories.test.ts' },
      { file: 'tests/tidy/threats.test.ts' },
    ],
    notYet: 'Container images come with the manifests.',
  },
];
