import { createHash } from 'node:crypto';
import { hrefOf, PsuClient, TppClient } from '@xs2a/test-kit';
import { consentBody, IBAN, paymentOrder, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import type { System } from '@xs2a/test-system/start/prepare-system';
import { sharedSystem } from '@xs2a/test-system/start/shared-system';
import { EmbeddedTpp } from '@xs2a/test-system/tpp/embedded-tpp';
import { beforeAll, describe, expect, it } from 'vitest';

/** Fixtures created before the mistake. */
interface Made {
  readonly payment: string;
  readonly authorisation: string;
  /** Authorisation whose PSU has entered its password and now enters the code. */
  readonly awaitingCode: string;
  readonly finished: string;
  readonly consentId: string;
  readonly validConsentId: string;
  readonly accountId: string;
}

interface Sent {
  readonly tppId?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}
/** Status, code and path of the answer, and what its text must say for a correction. */
type Mistake = readonly [
  title: string,
  ask: (made: Made) => string,
  sent: (made: Made) => Sent,
  answer: string,
  ...says: string[],
];

const UUID = '99391c7e-ad88-49ec-a2ad-99ddcb1f7721';
const EMBEDDED = { 'TPP-Redirect-Preferred': 'false' };
const PSU = { 'PSU-ID': 'psu-private' };
const none = (): Sent => ({});
const under = ({ validConsentId }: Made): Sent => ({ headers: { 'Consent-ID': validConsentId } });
const list =
  (query: string) =>
  ({ accountId }: Made) =>
    `GET /v1/accounts/${accountId}/transactions?${query}`;
const pay =
  (change: object = {}) =>
  (): Sent => ({ body: paymentOrder(change as Record<string, unknown>), headers: REDIRECT_HEADERS });
const consent = (change: object) => (): Sent => ({
  body: consentBody(change as Record<string, unknown>),
  headers: REDIRECT_HEADERS,
});
const PAY = () => 'POST /v1/payments/sepa-credit-transfers';
const CONSENTS = () => 'POST /v1/consents';
const as =
  (tppId: string, sent: Sent = {}) =>
  (): Sent => ({ tppId, ...sent });
const OWN_DIGEST = `SHA-256=${createHash('sha256').update('{}').digest('base64')}`;
const SIGNATURE = `keyId="SN=1,CA=CN=x",algorithm="rsa-sha256",headers="digest x-request-id",signature="AAAA"`;

/** Mistakes with resources, authorisations and certificates of a TPP. */
const MISTAKES: readonly Mistake[] = [
  [
    'the consent is not approved yet',
    () => 'GET /v1/accounts',
    ({ consentId }) => ({ headers: { 'Consent-ID': consentId } }),
    '401 CONSENT_INVALID',
    'received',
  ],
  [
    'the consent is of another TPP',
    () => 'GET /v1/accounts',
    ({ validConsentId }) => ({ tppId: 'PSDHR-HNB-OTHER', headers: { 'Consent-ID': validConsentId } }),
    '400 CONSENT_UNKNOWN Consent-ID',
    'Consent-ID',
  ],
  [
    'the payment is of another TPP',
    ({ payment }) => `GET ${payment}`,
    as('PSDHR-HNB-OTHER'),
    '404 RESOURCE_UNKNOWN',
    'TPP',
  ],
  [
    'the payment does not exist',
    () => `GET /v1/payments/sepa-credit-transfers/${UUID}`,
    none,
    '404 RESOURCE_UNKNOWN',
    'TPP',
  ],
  [
    'the payment is read with another product',
    ({ payment }) => `GET ${payment.replace('sepa-credit-transfers', 'target-2-payments')}`,
    none,
    '403 PRODUCT_INVALID',
    'product',
  ],
  [
    'the authorisation is of another payment',
    ({ payment }) => `GET ${payment}/authorisations/${UUID}`,
    none,
    '404 RESOURCE_UNKNOWN',
    'authorisation',
  ],
  [
    'PUT without an id',
    ({ payment }) => `PUT ${payment}/authorisations`,
    () => ({ body: {} }),
    '405 SERVICE_INVALID',
    'PUT',
    'GET, POST',
  ],
  [
    'POST to what can only be read',
    () => 'POST /v1/accounts',
    (made) => ({ ...under(made), body: {} }),
    '405 SERVICE_INVALID',
    'POST',
    'GET',
  ],
  [
    'the PSU-ID is wrong',
    ({ authorisation }) => `PUT ${authorisation}`,
    () => ({ body: { psuData: { password: 'x' } }, headers: { 'PSU-ID': 'nobody-17' } }),
    '401 PSU_CREDENTIALS_INVALID',
    'PSU-ID',
  ],
  [
    'the password is wrong',
    ({ authorisation }) => `PUT ${authorisation}`,
    () => ({ body: { psuData: { password: 'x' } }, headers: PSU }),
    '401 PSU_CREDENTIALS_INVALID',
    'password',
  ],
  [
    'the code is wrong',
    ({ awaitingCode }) => `PUT ${awaitingCode}`,
    () => ({ body: { scaAuthenticationData: '000000x' }, headers: PSU }),
    '401 PSU_CREDENTIALS_INVALID',
    'code',
    'attempts left: ',
  ],
  [
    'a code before the password',
    ({ authorisation }) => `PUT ${authorisation}`,
    () => ({ body: { scaAuthenticationData: '123456' }, headers: PSU }),
    '409 STATUS_INVALID',
    'received',
    'psuData.password',
  ],
  [
    'a finished payment is cancelled',
    ({ finished }) => `DELETE ${finished}`,
    none,
    '405 CANCELLATION_INVALID',
    'cancelled',
    'transactionStatus is ACSC',
  ],
  [
    'a finished payment is authorised once more',
    ({ finished }) => `POST ${finished}/authorisations`,
    () => ({ body: {}, headers: EMBEDDED }),
    '409 STATUS_INVALID',
    'transactionStatus is ACSC',
  ],
  [
    'the cancellation is authorised, and was not requested',
    ({ payment }) => `POST ${payment}/cancellation-authorisations`,
    () => ({ body: {}, headers: EMBEDDED }),
    '409 STATUS_INVALID',
    'DELETE',
  ],
  [
    'the certificate has expired',
    CONSENTS,
    as('PSDHR-HNB-EXPIRED', consent({})()),
    '401 CERTIFICATE_EXPIRED',
    'expired',
  ],
  [
    'the certificate is revoked',
    CONSENTS,
    as('PSDHR-HNB-REVOKED', consent({})()),
    '401 CERTIFICATE_REVOKED',
    'revoked',
  ],
  [
    'the certificate is of nobody who is trusted',
    CONSENTS,
    as('PSDHR-HNB-SELFSIGNED', consent({})()),
    '401 CERTIFICATE_INVALID',
    'certificate',
  ],
  ['the role is missing', PAY, as('PSDHR-HNB-AISONLY', pay()()), '401 ROLE_INVALID', 'PISP'],
  [
    'the certificate of the signature is none',
    PAY,
    () => ({
      ...pay()(),
      headers: { ...REDIRECT_HEADERS, Digest: OWN_DIGEST, Signature: SIGNATURE, 'TPP-Signature-Certificate': 'AAAA' },
    }),
    '401 CERTIFICATE_INVALID TPP-Signature-Certificate',
    'certificate',
  ],
  [
    'a signature without its certificate',
    PAY,
    () => ({ ...pay()(), headers: { ...REDIRECT_HEADERS, Digest: OWN_DIGEST, Signature: SIGNATURE } }),
    '401 CERTIFICATE_MISSING TPP-Signature-Certificate',
    'Signature needs',
  ],
  ['dateFrom is left out', list('bookingStatus=booked'), under, '400 FORMAT_ERROR dateFrom', 'dateFrom'],
  [
    'dateFrom is after dateTo',
    list('bookingStatus=booked&dateFrom=2026-02-02&dateTo=2026-02-01'),
    under,
    '400 PERIOD_INVALID dateFrom',
    'dateTo',
  ],
  [
    'the account is of another consent',
    () => `GET /v1/accounts/${UUID}/balances`,
    under,
    '404 RESOURCE_UNKNOWN',
    'consent',
  ],
  [
    'the id of an account stands for that of a card account',
    ({ accountId }) => `GET /v1/card-accounts/${accountId}/balances`,
    under,
    '404 RESOURCE_UNKNOWN',
    'the list is GET /v1/card-accounts',
  ],
  [
    'a placeholder of the address was not filled in',
    () => 'GET /v1/accounts/{account-id}/balances',
    under,
    '404 RESOURCE_UNKNOWN',
    'accountId is a placeholder',
  ],
  [
    'an IBAN stands for the id of an account',
    () => `GET /v1/accounts/${IBAN.private}/balances`,
    under,
    '404 RESOURCE_UNKNOWN',
    'accountId is an IBAN',
  ],
  [
    'the client had no id',
    () => 'GET /v1/consents/undefined',
    none,
    '403 CONSENT_UNKNOWN',
    'consentId is what a program writes where it has no value',
  ],
  [
    'the PSU has another account than the one that pays',
    ({ authorisation }) => `PUT ${authorisation}`,
    () => ({ body: { psuData: { password: 'psu-empty-pass' } }, headers: { 'PSU-ID': 'psu-empty' } }),
    '400 RESOURCE_UNKNOWN',
    'debtorAccount of the payment is none of the PSU',
  ],
  [
    'withBalance is yes',
    () => 'GET /v1/accounts?withBalance=yes',
    under,
    '400 FORMAT_ERROR withBalance',
    'true or false',
  ],
  [
    'the currency is unknown',
    PAY,
    pay({ instructedAmount: { currency: 'XYZ', amount: '1.00' } }),
    '400 FORMAT_ERROR instructedAmount.currency',
    'ISO 4217',
  ],
  [
    'the country of the IBAN is in small letters',
    PAY,
    pay({ creditorAccount: { iban: 'hr1210010051863000160' } }),
    '400 FORMAT_ERROR creditorAccount.iban',
    'country in capitals',
  ],
  [
    'the day is in local form',
    PAY,
    pay({ requestedExecutionDate: '24.12.2099' }),
    '400 FORMAT_ERROR requestedExecutionDate',
    'YYYY-MM-DD',
  ],
  [
    'the access is for an account of another bank',
    CONSENTS,
    consent({ access: { accounts: [{ iban: 'DE89370400440532013000' }] } }),
    '201',
  ],
  [
    'the X-Request-ID was used before',
    CONSENTS,
    () => ({ ...consent({ frequencyPerDay: 3 })(), headers: { ...REDIRECT_HEADERS, 'X-Request-ID': UUID } }),
    '400 FORMAT_ERROR X-Request-ID',
    'another request',
  ],
];

let system: System;
let tpp: TppClient;
let made: Made;
beforeAll(async () => {
  system = await sharedSystem();
  tpp = new TppClient(system.gatewayUrl);
  const psu = (): EmbeddedTpp =>
    new EmbeddedTpp(tpp, new PsuClient(system.portalUrl), { psuId: 'psu-private', method: 'sms' });
  const initiate = () => tpp.post('/v1/payments/sepa-credit-transfers', paymentOrder(), { headers: EMBEDDED });
  const waiting = await initiate();
  const payment = `/v1/payments/sepa-credit-transfers/${String(waiting.body['paymentId'])}`;
  const started = await tpp.post(`${payment}/authorisations`, {}, { headers: EMBEDDED });
  const paid = await initiate();
  const entering = await psu().untilCode(await initiate());
  const paying = psu();
  await paying.enterCode(await paying.untilCode(paid));
  const received = await tpp.post('/v1/consents', consentBody(), { headers: EMBEDDED });
  const valid = await tpp.post('/v1/consents', consentBody(), { headers: EMBEDDED });
  const approving = psu();
  await approving.enterCode(await approving.untilCode(valid));
  const validConsentId = String(valid.body['consentId']);
  const accounts = await tpp.get('/v1/accounts', { headers: { 'Consent-ID': validConsentId } });
  const [account] = accounts.body['accounts'] as { resourceId: string }[];
  await tpp.post('/v1/consents', consentBody(), { headers: REDIRECT_HEADERS, requestId: UUID });
  made = {
    payment,
    authorisation: hrefOf(started, 'scaStatus').replace(system.gatewayUrl, ''),
    awaitingCode: hrefOf(entering, 'authoriseTransaction').replace(system.gatewayUrl, ''),
    finished: `/v1/payments/sepa-credit-transfers/${String(paid.body['paymentId'])}`,
    consentId: String(received.body['consentId']),
    validConsentId,
    accountId: account?.resourceId ?? '',
  };
});

interface Message {
  readonly code: string;
  readonly path?: string;
  readonly text: string;
}

describe('a later mistake is answered with all that is needed to correct it', () => {
  const rows = MISTAKES.map(([title, ask, sent, expected, ...says]) => ({ title, ask, sent, expected, says }));
  it.each(rows)('$title', async ({ ask, sent, expected, says }) => {
    const [method = '', path = ''] = ask(made).split(' ');
    const { tppId, headers = {}, body } = sent(made);
    const { status, body: answered } = await new TppClient(system.gatewayUrl, tppId).call(method, path, {
      headers,
      body,
    });
    const [first] = (answered['tppMessages'] ?? []) as Message[];
    const found = [status, first?.code, first?.path].filter((part) => part !== undefined).join(' ');
    expect(found, JSON.stringify(answered)).toBe(expected);
    for (const words of says) expect(`${first?.path} ${first?.text}`).toContain(words);
  });
});
