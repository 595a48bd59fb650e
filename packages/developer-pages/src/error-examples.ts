import type { Situation } from '@xs2a/contracts';
import { APPROVED_EXAMPLES } from './approved-examples.ts';
import {
  BACK,
  consent,
  type ErrorExample,
  EXPLICIT,
  type ExampleRequest,
  group,
  IBAN,
  PAYMENT_ID,
  PAYMENTS,
  pay,
  under,
} from './example-requests.ts';

const LIST = 'GET /v1/accounts/{unknown}/transactions';
const REDIRECT_ADDRESS =
  'must be an absolute address of at most 2048 characters, such as https://tpp.example/ok or com.example.app:/ok, without user name, fragment and blanks';
const DIGEST = 'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';

const by = (tpp: string): ExampleRequest => ({ ask: 'GET /v1/consents/{unknown}', headers: { 'X-Sandbox-TPP': tpp } });
const cancelled: readonly ExampleRequest[] = [pay(), { ask: `DELETE ${PAYMENT_ID}` }];

/**
 * A request for every error case that a single developer can trigger in a sandbox. A test sends each to a real system and
 * compares the answer.
 */
const SIMPLE_EXAMPLES = {
  addressUnknown: {
    ask: 'GET /v1/consent/{unknown}',
    text: 'there is nothing at this address; the nearest one is /v1/consents/{consentId}',
  },
  methodNotAllowed: {
    ask: 'PUT /v1/consents/{unknown}',
    body: {},
    text: 'PUT is not offered at this address; GET, DELETE are',
  },
  certificateInvalid: {
    ...by('PSDHR-HNB-NOBODY'),
    path: 'X-Sandbox-TPP',
    text: 'must be one of PSDHR-HNB-SANDBOX, PSDHR-HNB-AISONLY, PSDHR-HNB-PISONLY, PSDHR-HNB-PIISONLY, PSDHR-HNB-OTHER',
    varies: true,
  },
  certificateExpired: by('PSDHR-HNB-EXPIRED'),
  certificateRevoked: by('PSDHR-HNB-REVOKED'),
  certificateBlocked: by('PSDHR-HNB-BLOCKED'),
  roleMissing: {
    ...pay({}, { ...BACK, 'X-Sandbox-TPP': 'PSDHR-HNB-AISONLY' }),
    text: 'the certificate has AISP, and this service needs PISP',
  },
  signatureMissing: { ...consent({}, { Digest: DIGEST }), path: 'Signature', text: 'is needed where Digest is sent' },
  digestMissing: { ...consent({}, { Signature: 'keyId="SN=1,CA=CN=x"' }), path: 'Digest' },
  signingCertificateMissing: {
    ...consent({}, { Signature: 'keyId="SN=1,CA=CN=x"', Digest: DIGEST }),
    path: 'TPP-Signature-Certificate',
  },
  headerInvalid: {
    ...consent({}, { 'PSU-IP-Address': 'localhost', 'PSU-Http-Method': 'get' }),
    path: 'PSU-IP-Address',
    text: 'must be one IPv4 or IPv6 address without a port, such as 192.0.2.10',
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
  tokenUnknown: {
    ask: 'GET /v1/accounts',
    headers: { Authorization: 'Bearer abc' },
    path: 'Authorization',
    text: 'this bank has no access tokens; do not send the header',
    varies: true,
  },
  consentIdMissing: {
    ask: 'GET /v1/accounts',
    path: 'Consent-ID',
    text: 'is needed: the consentId of a valid consent',
  },
  consentIdHeaderUnknown: { ...under('GET /v1/accounts'), path: 'Consent-ID' },
  consentNotUsable: {
    after: [consent()],
    ...under('GET /v1/accounts', '{consentId}'),
    text: 'the consent is not valid: its consentStatus is received, and it can be used once the PSU has approved it',
  },
  consentIdPathUnknown: { ask: 'GET /v1/consents/{unknown}' },
  resourceUnknown: {
    ask: `GET ${PAYMENTS}/{unknown}`,
    text: 'no such payment of this TPP: paymentId is one that the initiation answered to it',
  },
  authorisationUnknown: { after: [consent()], ask: 'GET /v1/consents/{consentId}/authorisations/{unknown}' },
  productUnknown: {
    ...pay(),
    ask: 'POST /v1/payments/gold',
    path: 'payment-product',
    text: 'must be a product that this bank offers with payments: sepa-credit-transfers, cross-border-credit-transfers',
    varies: true,
  },
  productNotOfPayment: {
    after: [pay()],
    ask: 'GET /v1/payments/domestic-credit-transfers-hr/{paymentId}',
    text: 'the payment has another service or product: payments and sepa-credit-transfers',
  },
  statusInvalid: {
    after: cancelled,
    ask: `POST ${PAYMENT_ID}/authorisations`,
    body: {},
    text: 'the payment awaits no authorisation: its transactionStatus is CANC',
  },
  cancellationNotRequested: {
    after: [pay()],
    ask: `POST ${PAYMENT_ID}/cancellation-authorisations`,
    body: {},
  },
  resourceBlocked: {
    after: [pay({}, EXPLICIT), group('{paymentId}')],
    ask: `POST ${PAYMENT_ID}/authorisations`,
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
    text: 'must be a day from 2027-01-31 to 2028-01-31',
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
  referencedResourceUnknown: {
    ...group('{unknown}'),
    path: 'paymentIds[0]',
    text: 'names no payment of this TPP: paymentId is one that the initiation answered',
  },
  serviceUnknown: {
    ...pay(),
    ask: 'POST /v1/payment/sepa-credit-transfers',
    text: 'there is nothing at this address; the nearest one is /v1/payments/{paymentProduct}',
  },
} as const satisfies Partial<Record<Situation, ErrorExample>>;

export const ERROR_EXAMPLES = { ...SIMPLE_EXAMPLES, ...APPROVED_EXAMPLES };
