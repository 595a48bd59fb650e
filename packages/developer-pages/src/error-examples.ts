import type { Fault, Situation } from '@xs2a/contracts';

/** A request as a developer would write it. `{name}` in braces stands for a value of an earlier answer, or a UUID. */
export interface ExampleRequest {
  readonly ask: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
}

/** A request that brings an error about, after others where it needs them, and what is wrong with it by the answer. */
export interface ErrorExample extends ExampleRequest {
  readonly after?: readonly ExampleRequest[];
  /** The text of the answer depends on the day or on what the bank offers. */
  readonly varies?: true;
  readonly path?: string;
  readonly text?: string;
  readonly others?: readonly Fault[];
}

const IBAN = 'HR2799900051100000019';
const BACK = { 'PSU-IP-Address': '192.0.2.10', 'TPP-Redirect-URI': 'https://tpp.example/ok' };
const EXPLICIT = { ...BACK, 'TPP-Explicit-Authorisation-Preferred': 'true' };
const PAYMENTS = '/v1/payments/sepa-credit-transfers';
const LIST = 'GET /v1/accounts/{unknown}/transactions';
const CONSENT = {
  access: { balances: [{ iban: IBAN }] },
  recurringIndicator: true,
  validUntil: '9999-12-31',
  frequencyPerDay: 4,
};
const PAYMENT = {
  instructedAmount: { currency: 'EUR', amount: '12.50' },
  debtorAccount: { iban: IBAN },
  creditorName: 'Ana Anić',
  creditorAccount: { iban: 'HR1210010051863000160' },
};
const REDIRECT_ADDRESS =
  'must be an absolute address of at most 2048 characters, such as https://tpp.example/ok or com.example.app:/ok, without user name, fragment and blanks';
const DIGEST = 'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';

const consent = (change: object = {}, headers: object = {}): ExampleRequest => ({
  ask: 'POST /v1/consents',
  headers: { ...BACK, ...headers },
  body: { ...CONSENT, ...change },
});
const pay = (change: object = {}, headers: object = BACK): ExampleRequest => ({
  ask: `POST ${PAYMENTS}`,
  headers: { ...headers },
  body: { ...PAYMENT, ...change },
});
const under = (ask: string, consentId = '{unknown}'): ExampleRequest => ({ ask, headers: { 'Consent-ID': consentId } });
const by = (tpp: string): ExampleRequest => ({ ask: 'GET /v1/consents/{unknown}', headers: { 'X-Sandbox-TPP': tpp } });
const group = (...paymentIds: string[]): ExampleRequest => ({
  ask: 'POST /v1/signing-baskets',
  headers: EXPLICIT,
  body: { paymentIds },
});
const cancelled: readonly ExampleRequest[] = [pay(), { ask: `DELETE ${PAYMENTS}/{paymentId}` }];

/**
 * A request for every error case that one developer alone can bring about in a sandbox. A test sends each to a real system and
 * compares its answer.
 */
export const ERROR_EXAMPLES: Readonly<Partial<Record<Situation, ErrorExample>>> = {
  addressUnknown: {
    ask: 'GET /v1/consent/{unknown}',
    text: 'there is nothing at this address; the nearest one is /v1/consents/{consentId}',
  },
  methodNotAllowed: {
    ask: 'PUT /v1/consents/{unknown}',
    body: {},
    text: 'PUT is not offered at this address; GET, DELETE are',
  },
  certificateInvalid: { ...by('PSDHR-HNB-NOBODY'), path: 'X-Sandbox-TPP' },
  certificateExpired: by('PSDHR-HNB-EXPIRED'),
  certificateRevoked: by('PSDHR-HNB-REVOKED'),
  certificateBlocked: by('PSDHR-HNB-BLOCKED'),
  roleMissing: pay({}, { ...BACK, 'X-Sandbox-TPP': 'PSDHR-HNB-AISONLY' }),
  signatureMissing: consent({}, { Digest: DIGEST }),
  digestMissing: { ...consent({}, { Signature: 'keyId="SN=1,CA=CN=x"' }), path: 'Digest' },
  signingCertificateMissing: {
    ...consent({}, { Signature: 'keyId="SN=1,CA=CN=x"', Digest: DIGEST }),
    path: 'TPP-Signature-Certificate',
  },
  headerInvalid: {
    ...consent({}, { 'PSU-IP-Address': 'localhost', 'PSU-Http-Method': 'get' }),
    path: 'PSU-IP-Address',
    text: 'must be one IPv4 or IPv6 address, such as 192.0.2.10',
    others: [
      {
        situation: 'headerInvalid',
        path: 'PSU-Http-Method',
        text: 'must be one of GET, POST, PUT, PATCH, DELETE',
      },
    ],
  },
  requestIdInvalid: {
    ...consent({}, { 'X-Request-ID': '17' }),
    path: 'X-Request-ID',
    text: 'must be a UUID, a new one for each request, such as 99391c7e-ad88-49ec-a2ad-99ddcb1f7721',
  },
  requestIdReused: {
    after: [consent({}, { 'X-Request-ID': '{unknown}' })],
    ...consent({ frequencyPerDay: 1 }, { 'X-Request-ID': '{unknown}' }),
    path: 'X-Request-ID',
  },
  redirectUriMissing: {
    ...pay({}, { 'PSU-IP-Address': '192.0.2.10', 'TPP-Redirect-Preferred': 'true' }),
    path: 'TPP-Redirect-URI',
    text: `is needed where TPP-Redirect-Preferred is true: it ${REDIRECT_ADDRESS}`,
  },
  mediaTypeUnsupported: {
    ask: 'POST /v1/consents',
    headers: { 'Content-Type': 'text/plain' },
    body: 'access=all',
    path: 'Content-Type',
    text: 'must be application/json, in UTF-8',
  },
  acceptNotServable: {
    ask: 'GET /v1/consents/{unknown}',
    headers: { Accept: 'text/html' },
    path: 'Accept',
    text: 'must allow application/json',
  },
  consentIdMissing: {
    ask: 'GET /v1/accounts',
    path: 'Consent-ID',
    text: 'is needed: the consentId of a valid consent',
  },
  consentIdHeaderUnknown: { ...under('GET /v1/accounts'), path: 'Consent-ID' },
  consentNotUsable: { after: [consent()], ...under('GET /v1/accounts', '{consentId}') },
  consentIdPathUnknown: { ask: 'GET /v1/consents/{unknown}' },
  resourceUnknown: { ask: `GET ${PAYMENTS}/{unknown}` },
  authorisationUnknown: { after: [consent()], ask: 'GET /v1/consents/{consentId}/authorisations/{unknown}' },
  productUnknown: { ...pay(), ask: 'POST /v1/payments/gold', path: 'payment-product', varies: true },
  productNotOfPayment: { after: [pay()], ask: 'GET /v1/payments/domestic-credit-transfers-hr/{paymentId}' },
  statusInvalid: { after: cancelled, ask: `POST ${PAYMENTS}/{paymentId}/authorisations`, body: {} },
  cancellationNotRequested: {
    after: [pay()],
    ask: `POST ${PAYMENTS}/{paymentId}/cancellation-authorisations`,
    body: {},
  },
  resourceBlocked: {
    after: [pay({}, EXPLICIT), group('{paymentId}')],
    ask: `POST ${PAYMENTS}/{paymentId}/authorisations`,
    body: {},
  },
  queryInvalid: {
    ...under(`${LIST}?bookingStatus=booked&dateFrom=31.12.2026`),
    path: 'dateFrom',
    text: 'must be a date YYYY-MM-DD that exists, such as 2027-01-31',
  },
  parametersNotConsistent: {
    ...under(`${LIST}?bookingStatus=booked&deltaList=true&entryReferenceFrom=1`),
    path: 'entryReferenceFrom',
    text: 'cannot be sent with deltaList=true: send one of both',
  },
  parameterNotSupported: {
    after: [consent({}, { 'TPP-Explicit-Authorisation-Preferred': 'true' })],
    ask: 'POST /v1/consents/{consentId}/authorisations',
    body: { psuData: { password: 'x', additionalPassword: 'y' } },
    path: 'psuData.additionalPassword',
    text: 'is not supported: a PSU has one password',
  },
  bodyInvalid: {
    ask: 'POST /v1/consents',
    body: '{\n  "recurringIndicator": true,\n}',
    text: 'the body is no JSON: at line 3, character 1 there is a comma before the closing }',
  },
  fieldInvalid: {
    ...pay({ instructedAmount: { currency: 'EUR', amount: 12.5 }, creditorName: undefined, creditor_name: 'Ana Anić' }),
    path: 'instructedAmount.amount',
    text: 'must be a text such as "12.50": at most 14 digits, a point, at most 3 digits, not a number',
    others: [
      {
        situation: 'fieldInvalid',
        path: 'creditorName',
        text: 'is missing: it must be a text of 1 to 70 characters',
      },
      { situation: 'fieldInvalid', path: 'creditor_name', text: 'is not a field here; creditorName is' },
    ],
  },
  executionDateInvalid: {
    ...pay({ requestedExecutionDate: '2020-01-01' }),
    path: 'requestedExecutionDate',
    varies: true,
  },
  accessModelsMixed: {
    ...consent({ access: { allPsd2: 'allAccounts', balances: [{ iban: IBAN }] } }),
    path: 'access.allPsd2',
    text: 'must stand alone: leave out the other fields of access',
  },
  sessionsNotSupported: {
    ...consent({ combinedServiceIndicator: true }),
    path: 'combinedServiceIndicator',
    text: 'must be false or left out: this bank has no sessions of account information and payments',
  },
  referencedResourceUnknown: { ...group('{unknown}'), path: 'paymentIds[0]' },
};
