import type { SecurityCheck } from './security-check.ts';

const GATEWAY = 'services/gateway/src';
const SCA = 'services/sca/src';
const CONSENT = 'services/consent/src';

/** Checks of callers, permissions and approvals. */
export const CHECKS_OF_ACCESS: readonly SecurityCheck[] = [
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
      { file: `${GATEWAY}/certificates/tpp-certificates.test.ts`, title: 'the roles in a certificate' },
      { file: `${GATEWAY}/checks/caller/tpp-identity.test.ts`, title: 'only TPPs with one of its roles' },
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
      { file: `${GATEWAY}/signatures/signatures.test.ts`, title: 'a covered Date is more than 300 s' },
      {
        file: 'services/payments/src/initiation/initiate-payment.test.ts',
        title: 'creates one payment, also ten times in parallel',
      },
    ],
  },
  {
    number: 5,
    statement: 'A TPP cannot see, use or distinguish from unknown any resource of another TPP.',
    evidence: [{ file: 'testing/suites/matrix/foreign.test.ts' }],
  },
  {
    number: 6,
    statement: 'After its end a consent opens nothing: deleted, withdrawn, superseded or past its last day.',
    evidence: [
      { file: `${CONSENT}/access/use-consent.test.ts` },
      { file: `${CONSENT}/endings/endings.test.ts` },
      { file: 'testing/suites/browser/permissions.test.ts' },
    ],
  },
  {
    number: 7,
    statement: 'Reads stay within accounts, rights, period and number of reads a day that the PSU allowed.',
    evidence: [
      { file: `${CONSENT}/access/use-consent.test.ts` },
      { file: `${CONSENT}/access/granted-rights.test.ts` },
      { file: 'testing/suites/journeys/account-information.test.ts' },
    ],
  },
  {
    number: 8,
    statement: 'No payment is executed without an approval of exactly its amount and payee (RTS 2018/389, Art. 5).',
    evidence: [
      { file: 'services/payments/src/authorisation/settle-authorisation.test.ts' },
      { file: 'sandbox/bank/src/connector/challenges.test.ts' },
      { file: `${SCA}/redirect/redirect.test.ts`, title: 'a code sent for another payment is wrong here' },
      { file: 'testing/suites/simulation/simulation.test.ts' },
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
        title: 'amount and payee precede the field of the code',
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
      { file: `${SCA}/psu-data/identify-psu.test.ts` },
      { file: `${SCA}/attempts/constant-time.test.ts` },
    ],
  },
  {
    number: 11,
    statement: 'A code works once, for one authorisation, within its lifetime; sessions end after inactivity.',
    evidence: [
      { file: 'sandbox/bank/src/connector/challenges.test.ts' },
      { file: `${SCA}/authorisation/authorisation-timeout.test.ts` },
      { file: `${SCA}/redirect/other-psu.test.ts` },
      { file: `${SCA}/redirect/redirect.test.ts`, title: 'the second factor' },
    ],
  },
  {
    number: 12,
    statement: 'OAuth: codes are single use, PKCE is demanded, tokens are bound to certificate and consent.',
    evidence: [
      { file: 'testing/suites/oauth/black-box/code.test.ts' },
      { file: 'testing/suites/oauth/black-box/request.test.ts' },
      { file: 'testing/suites/oauth/black-box/token.test.ts' },
      { file: 'testing/suites/oauth/outside-client.test.ts' },
    ],
  },
  {
    number: 13,
    statement: 'Browsers are sent to the address of the resource alone; malicious addresses are refused at creation.',
    evidence: [
      { file: `${GATEWAY}/checks/headers/redirect-domains.test.ts` },
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
      { file: 'testing/suites/browser/psu-journeys.test.ts' },
      { file: 'testing/suites/browser/troubled-journeys.test.ts' },
    ],
  },
];
