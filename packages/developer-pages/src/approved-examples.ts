import type { Situation } from '@xs2a/contracts';
import {
  consent,
  type ErrorExample,
  EXPLICIT,
  type ExampleRequest,
  group,
  IBAN,
  IBAN_OF_BLOCKED,
  PAYMENT_ID,
  pay,
  under,
} from './example-requests.ts';

const ACCOUNT = '/v1/accounts/{accountId}';
const CONSENT = '/v1/consents/{consentId}';
/** The embedded approach: the TPP sends what the PSU enters. */
const EMBEDDED = { 'PSU-IP-Address': '192.0.2.10', 'TPP-Redirect-Preferred': 'false' };
/** A PSU with only one method, so its code is sent after the password. */
const PSU = { ...EMBEDDED, 'PSU-ID': 'psu-multi' };
const OF_PSU = { iban: 'HR9899900051200000018', currency: 'EUR' };
/** Not a PSU of the bank, so that wrong passwords are counted for nobody. */
const NOBODY = { ...EMBEDDED, 'PSU-ID': '{unknown}' };
const SIGNER = { ...EMBEDDED, 'PSU-ID': 'psu-corporate-1', 'PSU-Corporate-ID': 'corp-1' };
/** A company with two required signers. */
const OF_COMPANY = { iban: 'HR2999900051300000015' };
const PRIVATE = { ...EMBEDDED, 'PSU-ID': 'psu-private' };
type Psu = Readonly<Record<string, string>> & { readonly 'PSU-ID': string };

const start = (address: string, headers: Psu): ExampleRequest => ({
  ask: `POST ${address}/authorisations`,
  headers,
  body: {},
});
const put = (address: string, body: object): ExampleRequest => ({
  ask: `PUT ${address}/authorisations/{authorisationId}`,
  body,
});
const password = (address: string, { 'PSU-ID': psuId }: Psu): ExampleRequest =>
  put(address, { psuData: { password: `${psuId}-pass` } });
const wrong: ExampleRequest = { ...put(CONSENT, { psuData: { password: 'wrong' } }), isRefused: true };
const requested = (iban: object, psu: Psu, change: object = {}): ExampleRequest =>
  consent({ access: { balances: [iban] }, ...change }, psu);
/** An authorisation started by the PSU. */
const startAuthorisationRequests = (iban: object, psu: Psu): readonly ExampleRequest[] => [
  requested(iban, psu),
  start(CONSENT, psu),
];
const approval = (address: string): readonly ExampleRequest[] => [
  start(address, PSU),
  password(address, PSU),
  put(address, { scaAuthenticationData: '{code}' }),
];
/** A consent approved by the PSU. */
const approved = (change: object = {}): readonly ExampleRequest[] => [
  requested(OF_PSU, PSU, { access: { balances: [OF_PSU], transactions: [OF_PSU] }, ...change }),
  ...approval(CONSENT),
];
/** An approved consent, and the account it grants access to. */
const opened = (change: object = {}): readonly ExampleRequest[] => [
  ...approved(change),
  under('GET /v1/accounts', '{consentId}'),
];
const paid: readonly ExampleRequest[] = [pay({ debtorAccount: OF_PSU }, PSU), ...approval(PAYMENT_ID)];
const funds = (change: object): ExampleRequest => ({
  ask: 'POST /v1/funds-confirmations',
  body: { instructedAmount: { currency: 'EUR', amount: '12.50' }, ...change },
});

/** Errors that only occur after an approval, or during it. */
export const APPROVED_EXAMPLES = {
  // The PSU approves a newer consent.
  consentExpired: {
    after: [...approved(), ...approved()],
    ...under('GET /v1/accounts', '{otherConsentId}'),
    text: 'the consent was replaced by a newer one that the PSU granted',
  },
  consentLacksRight: {
    after: opened({ access: { balances: [OF_PSU] } }),
    ...under(`GET ${ACCOUNT}/transactions?bookingStatus=booked&dateFrom=2026-01-01`, '{consentId}'),
    text: 'the consent does not cover this: its access lacks transactions of the account',
  },
  accessExceeded: { after: opened({ frequencyPerDay: 1 }), ...under('GET /v1/accounts', '{consentId}') },
  accountUnknown: {
    after: approved(),
    ...under('GET /v1/accounts/{unknown}', '{consentId}'),
    text: 'no such account under this consent: accountId is a resourceId of its list; the list is GET /v1/accounts',
  },
  downloadUnknown: {
    after: opened(),
    ...under(`GET ${ACCOUNT}/transactions/download/{unknown}`, '{consentId}'),
  },
  transactionUnknown: { after: opened(), ...under(`GET ${ACCOUNT}/transactions/{unknown}`, '{consentId}') },
  periodInvalid: {
    after: opened(),
    ...under(`GET ${ACCOUNT}/transactions?bookingStatus=booked&dateFrom=2026-02-01&dateTo=2026-01-01`, '{consentId}'),
    path: 'dateFrom',
    text: 'must not be later than dateTo',
  },
  serviceBlocked: {
    after: startAuthorisationRequests({ iban: IBAN }, { ...EMBEDDED, 'PSU-ID': 'psu-blocked' }),
    ...password(CONSENT, { ...EMBEDDED, 'PSU-ID': 'psu-blocked' }),
  },
  authorisationFailed: {
    after: [...startAuthorisationRequests({ iban: IBAN }, NOBODY), wrong, wrong, wrong],
    ...wrong,
  },
  psuCredentialsInvalid: {
    after: startAuthorisationRequests({ iban: IBAN }, NOBODY),
    ...wrong,
    text: 'the PSU could not be authenticated: PSU-ID or password is wrong; attempts left: 2',
    varies: true,
  },
  corporateIdInvalid: {
    after: startAuthorisationRequests(OF_COMPANY, { ...SIGNER, 'PSU-Corporate-ID': 'corp-9' }),
    ...password(CONSENT, SIGNER),
    text: 'PSU-Corporate-ID is not known; attempts left: 2',
    varies: true,
  },
  scaMethodUnknown: {
    after: [...startAuthorisationRequests({ iban: IBAN }, PRIVATE), password(CONSENT, PRIVATE)],
    ...put(CONSENT, { authenticationMethodId: 'fax' }),
    path: 'authenticationMethodId',
    text: 'must be one of scaMethods: sms, push, photo',
    varies: true,
  },
  signedAlready: {
    after: [
      ...startAuthorisationRequests(OF_COMPANY, SIGNER),
      password(CONSENT, SIGNER),
      put(CONSENT, { authenticationMethodId: 'sms' }),
      put(CONSENT, { scaAuthenticationData: '{code}' }),
    ],
    ...start(CONSENT, SIGNER),
    path: 'PSU-ID',
  },
  cancellationImpossible: {
    after: [...paid, { ask: `GET ${PAYMENT_ID}/status`, until: ['ACSC'] }],
    ask: `DELETE ${PAYMENT_ID}`,
    text: 'the payment cannot be cancelled any more: its transactionStatus is ACSC',
  },
  basketMemberAuthorised: {
    after: [...paid, { ask: `GET ${PAYMENT_ID}/status`, until: ['ACSC'] }],
    ...group('{paymentId}'),
    path: 'paymentIds[0]',
    text: 'names a payment that can no longer be grouped: its transactionStatus is ACSC',
  },
  basketMixInvalid: {
    after: [pay({}, { ...EXPLICIT, 'PSU-ID': 'psu-private' }), pay({}, { ...EXPLICIT, 'PSU-ID': 'psu-multi' })],
    ...group('{otherPaymentId}', '{paymentId}'),
    path: 'paymentIds[1]',
    text: 'the members are of different PSUs',
    varies: true,
  },
  cardInvalid: { ...funds({ cardNumber: '4532000000000099' }), path: 'cardNumber' },
  piisNotActivated: { ...funds({ account: { iban: IBAN_OF_BLOCKED } }), path: 'account' },
} as const satisfies Partial<Record<Situation, ErrorExample>>;
