import { href } from '@xs2a/contracts';
import { ADDRESS, type CollectedRequest, type Header, REQUEST_ID } from './requests.ts';

const DEBTOR = { iban: 'HR2799900051100000019' };
const CONSENT_ID: Header = { name: 'Consent-ID', value: '{{consentId}}', isSent: true };
const PSU: Header = { name: 'PSU-ID', value: '{{psuId}}', isSent: true };
const PRESENT: Header = { name: 'PSU-IP-Address', value: '192.0.2.10', isSent: true };
const EMBEDDED: Header = { name: 'TPP-Redirect-Preferred', value: 'false', isSent: true };
const PAYMENT = { paymentService: 'payments', paymentProduct: 'sepa-credit-transfers', paymentId: '{{paymentId}}' };
const CONSENT = { consentId: '{{consentId}}' };

/** Names in braces are not escaped: Postman and Bruno replace them. */
const at = (address: string): string => ADDRESS + address.replaceAll('%7B', '{').replaceAll('%7D', '}');

interface Asked {
  readonly headers?: readonly Header[];
  readonly body?: object;
  readonly expected: CollectedRequest['expected'];
  readonly about?: string;
}

function request(folder: string, name: string, method: string, url: string, asked: Asked): CollectedRequest {
  const { headers = [], body, expected, about } = asked;
  return {
    folder,
    name,
    method,
    url,
    query: [],
    headers: [REQUEST_ID, ...headers],
    ...(body !== undefined && { body: { type: 'application/json', text: JSON.stringify(body, null, 2) } }),
    ...(expected !== undefined && { expected }),
    ...(about !== undefined && { about }),
  };
}

/** Differences from an example: the values of headers, the whole body, or some of its fields. */
export interface Changes {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly fields?: object;
  readonly about?: string;
}

export const CONSENT_HEADERS = Object.fromEntries([EMBEDDED, PSU, PRESENT].map(({ name, value }) => [name, value]));

/** Returns a request with changes, and its expected status. */
export function changed(request: CollectedRequest, status: number | undefined, changes: Changes): CollectedRequest {
  const { headers: values = {}, body, fields, about } = changes;
  const headers = request.headers.map((header) => {
    const value = values[header.name];
    return value === undefined ? header : { ...header, value, isSent: true };
  });
  const content = body ?? (fields && { ...(JSON.parse(request.body?.text ?? '{}') as object), ...fields });
  return {
    ...request,
    headers,
    ...(content !== undefined && { body: { type: 'application/json', text: JSON.stringify(content, null, 2) } }),
    ...(status !== undefined && { expected: { status } }),
    ...(about !== undefined && { about }),
  };
}

/** The approval of any resource without a browser (embedded approach). */
export function approval(folder: string, authorisations: string): CollectedRequest[] {
  const own = `${authorisations}/{{authorisationId}}`;
  return [
    request(folder, 'Start the authorisation with the password', 'POST', authorisations, {
      headers: [PSU],
      body: { psuData: { password: '{{psuId}}-pass' } },
      expected: { status: 201 },
    }),
    request(folder, 'Select the SCA method', 'PUT', own, {
      body: { authenticationMethodId: 'sms' },
      expected: { status: 200, field: 'scaStatus', value: 'scaMethodSelected' },
    }),
    request(folder, 'Read the code in the messages of the PSU', 'GET', '{{portal}}/sandbox/inbox/{{psuId}}', {
      headers: [{ name: 'Accept', value: 'application/json', isSent: true }],
      expected: { status: 200 },
      about: 'Sandbox only. In production the PSU reads the code and enters it at the TPP.',
    }),
    request(folder, 'Send the code', 'PUT', own, {
      body: { scaAuthenticationData: '{{code}}' },
      expected: { status: 200, field: 'scaStatus', value: 'finalised' },
    }),
  ];
}

function readAnAccount(folder: string): CollectedRequest[] {
  const access = { balances: [DEBTOR], transactions: [DEBTOR] };
  const account = { accountId: '{{accountId}}' };
  const read = (name: string, url: string): CollectedRequest =>
    request(folder, name, 'GET', url, { headers: [CONSENT_ID], expected: { status: 200 } });
  return [
    request(folder, 'Request a consent', 'POST', at(href('createConsent', {})), {
      headers: [EMBEDDED, PSU, PRESENT],
      body: { access, recurringIndicator: true, validUntil: '9999-12-31', frequencyPerDay: 4 },
      expected: { status: 201, field: 'consentStatus', value: 'received' },
    }),
    ...approval(folder, at(href('startConsentAuthorisation', CONSENT))),
    request(folder, 'Check the consent status', 'GET', at(href('getConsentStatus', CONSENT)), {
      expected: { status: 200, field: 'consentStatus', value: 'valid' },
    }),
    read('List the accounts', at(href('getAccountList', {}))),
    read('Read the balances', at(href('getBalances', account))),
    read(
      'Read the transactions',
      `${at(href('getTransactionList', account))}?bookingStatus=booked&dateFrom={{dateFrom}}`,
    ),
    request(folder, 'Delete the consent', 'DELETE', at(href('deleteConsent', CONSENT)), {
      expected: { status: 204 },
    }),
  ];
}

function pay(folder: string): CollectedRequest[] {
  return [
    request(folder, 'Initiate a payment', 'POST', at(href('initiatePayment', PAYMENT)), {
      headers: [EMBEDDED, PSU, PRESENT],
      body: {
        instructedAmount: { currency: 'EUR', amount: '12.50' },
        debtorAccount: DEBTOR,
        creditorName: 'Ana Anić',
        creditorAccount: { iban: 'HR1210010051863000160' },
        remittanceInformationUnstructured: 'Račun 17',
      },
      expected: { status: 201, field: 'transactionStatus', value: 'RCVD' },
    }),
    ...approval(folder, at(href('startPaymentAuthorisation', PAYMENT))),
    request(folder, 'Follow the payment status', 'GET', at(href('getPaymentInitiationStatus', PAYMENT)), {
      expected: { status: 200, field: 'transactionStatus', value: 'ACSC' },
      about: 'Repeated until the status is ACSC (debited).',
    }),
  ];
}

/** Returns the journeys of the start page as folders of requests that run in order. */
export function collectedJourneys(): CollectedRequest[] {
  return [...readAnAccount('Journey 1: read an account'), ...pay('Journey 2: initiate a payment')];
}
