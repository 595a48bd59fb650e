import {
  ENDPOINTS,
  type Endpoint,
  type EndpointKey,
  PAYMENT_PRODUCTS,
  PaymentProduct,
  type PaymentService,
} from '@xs2a/contracts';
import { type Check, expectSame } from '../check.ts';
import { bulkMessage, consentBody, dayAhead, paymentOrder, wholeAccess } from '../orders.ts';
import { EMBEDDED, EXPLICIT } from '../sca-preferences.ts';
import type { Sent, TestContext } from '../test-context.ts';
import { offering, unlessGiven, unlessOffered } from './offered-features.ts';

/** Request to an endpoint that succeeds; fixtures in braces are created first. */
type Positive = readonly [ask: string, sent?: (context: TestContext) => Sent];

const reading = (ask: string, headers: Record<string, string> = {}): Positive => [
  ask,
  () => ({ consent: 'readAll', headers }),
];
/** Starts an authorisation that waits for the password, and disturbs nothing. */
const starting = (ask: string): Positive => [ask, () => ({ headers: EMBEDDED, body: {} })];
const identifying = (ask: string): Positive => [
  ask,
  ({ facts }) => ({ headers: { 'PSU-ID': facts.psus.private.psuId }, body: {} }),
];
const LIST = 'bookingStatus=booked&dateFrom=2020-01-01';

/** Asks about an account of the bank itself. */
const verifying = (ask: string): Positive => [
  ask,
  ({ facts }) => ({ body: { partyAccount: { iban: facts.accounts.private }, party: { name: 'Ana' } } }),
];

const POSITIVES: Readonly<Record<EndpointKey, Positive>> = {
  createConsent: ['POST /v1/consents', (context) => ({ body: consentBody(wholeAccess(context)) })],
  getConsentInformation: ['GET /v1/consents/{readAll}'],
  deleteConsent: ['DELETE /v1/consents/{ended}'],
  getConsentStatus: ['GET /v1/consents/{readAll}/status'],
  getConsentAuthorisation: ['GET /v1/consents/{readAll}/authorisations'],
  startConsentAuthorisation: starting('POST /v1/consents/{consent}/authorisations'),
  getConsentScaStatus: ['GET /v1/consents/{consent}/authorisations/{consentSca}'],
  updateConsentsPsuData: identifying('PUT /v1/consents/{consent}/authorisations/{consentSca}'),

  createConsentConfirmationOfFunds: [
    'POST /v2/consents/confirmation-of-funds',
    ({ facts }) => ({ body: { account: { iban: facts.accounts.private } } }),
  ],
  getConsentConfirmationOfFunds: ['GET /v2/consents/confirmation-of-funds/{funds}'],
  deleteConsentConfirmationOfFunds: ['DELETE /v2/consents/confirmation-of-funds/{fundsGone}'],
  getConsentConfirmationOfFundsStatus: ['GET /v2/consents/confirmation-of-funds/{funds}/status'],
  consentConfirmationOfFundsGetAuthorisations: ['GET /v2/consents/confirmation-of-funds/{funds}/authorisations'],
  consentConfirmationOfFundsStartAuth: starting('POST /v2/consents/confirmation-of-funds/{funds}/authorisations'),
  consentConfirmationOfFundsGetScaStatus: ['GET /v2/consents/confirmation-of-funds/{funds}/authorisations/{fundsSca}'],
  consentConfirmationOfFundsUpdatePsuData: identifying(
    'PUT /v2/consents/confirmation-of-funds/{funds}/authorisations/{fundsSca}',
  ),

  getAccountList: reading('GET /v1/accounts{withBalance}'),
  readAccountDetails: reading('GET /v1/accounts/{account}{withBalance}'),
  getBalances: reading('GET /v1/accounts/{account}/balances'),
  getTrustedBeneficiariesList: ['GET /v1/trusted-beneficiaries', () => ({ consent: 'trusting' })],
  getTransactionList: reading(`GET /v1/accounts/{account}/transactions?${LIST}`),
  downloadTransactions: reading('GET /v1/accounts/{account}/transactions/download/{download}', {
    Accept: 'application/xml',
  }),
  getTransactionDetails: reading('GET /v1/accounts/{account}/transactions/{transaction}'),
  getCardAccount: reading('GET /v1/card-accounts'),
  readCardAccount: reading('GET /v1/card-accounts/{card}'),
  getCardAccountBalances: reading('GET /v1/card-accounts/{card}/balances'),
  getCardAccountTransactionList: reading(`GET /v1/card-accounts/{card}/transactions?${LIST}`),
  checkAvailabilityOfFunds: [
    'POST /v1/funds-confirmations',
    ({ facts }) => ({
      consent: 'fundsValid',
      body: {
        account: { iban: facts.accounts.private },
        instructedAmount: { currency: facts.currency, amount: facts.amounts.small },
      },
    }),
  ],

  verifyPayee: verifying('POST /v1/payee-verifications'),
  verifyPayer: verifying('POST /v1/payer-verifications'),
  verifyParty: verifying('POST /v1/party-verifications'),

  createSigningBasket: ['POST /v1/signing-baskets', () => ({ body: { paymentIds: ['{free}'] } })],
  getSigningBasket: ['GET /v1/signing-baskets/{basket}'],
  deleteSigningBasket: ['DELETE /v1/signing-baskets/{basketGone}'],
  getSigningBasketStatus: ['GET /v1/signing-baskets/{basket}/status'],
  getSigningBasketAuthorisation: ['GET /v1/signing-baskets/{basket}/authorisations'],
  startSigningBasketAuthorisation: starting('POST /v1/signing-baskets/{basket}/authorisations'),
  getSigningBasketScaStatus: ['GET /v1/signing-baskets/{basket}/authorisations/{basketSca}'],
  updateSigningBasketPsuData: identifying('PUT /v1/signing-baskets/{basket}/authorisations/{basketSca}'),

  initiatePayment: ['POST {sepa}', (context) => ({ body: paymentOrder(context) })],
  getPaymentInformation: ['GET {sepa}/{waiting}'],
  cancelPayment: ['DELETE {sepa}/{later}', () => ({ headers: EXPLICIT })],
  creditorConfirmation: ['PUT {sepa}/{verified}/creditor-confirmation'],
  getBulkPaymentExtendedStatus: ['GET {bulks}/{bulk}/extended-status'],
  getPaymentInitiationStatus: ['GET {sepa}/{waiting}/status'],
  getPaymentInitiationAuthorisation: ['GET {sepa}/{waiting}/authorisations'],
  startPaymentAuthorisation: starting('POST {sepa}/{waiting}/authorisations'),
  getPaymentInitiationScaStatus: ['GET {sepa}/{waiting}/authorisations/{waitingSca}'],
  updatePaymentPsuData: identifying('PUT {sepa}/{waiting}/authorisations/{waitingSca}'),
  getPaymentInitiationCancellationAuthorisationInformation: ['GET {sepa}/{cancelling}/cancellation-authorisations'],
  startPaymentInitiationCancellationAuthorisation: starting('POST {sepa}/{cancelling}/cancellation-authorisations'),
  getPaymentCancellationScaStatus: ['GET {sepa}/{cancelling}/cancellation-authorisations/{cancellationSca}'],
  updatePaymentCancellationPsuData: identifying(
    'PUT {sepa}/{cancelling}/cancellation-authorisations/{cancellationSca}',
  ),
};

/** The other two payment services, for endpoints where their bodies differ. */
const OF_SERVICES: readonly (readonly [EndpointKey, 'bulk-payments' | 'periodic-payments', Positive])[] = [
  ['initiatePayment', 'periodic-payments', ['POST {periodic}', (context) => ({ body: standing(context) })]],
  ['getPaymentInformation', 'periodic-payments', ['GET {periodic}/{standing}']],
  ['getPaymentInitiationStatus', 'periodic-payments', ['GET {periodic}/{standing}/status']],
  [
    'initiatePayment',
    'bulk-payments',
    ['POST {bulks}', (context) => ({ headers: { 'Content-Type': 'application/xml' }, body: bulkMessage(context) })],
  ],
  [
    'getPaymentInformation',
    'bulk-payments',
    ['GET {bulks}/{bulk}', () => ({ headers: { Accept: 'application/xml' } })],
  ],
  ['getPaymentInitiationStatus', 'bulk-payments', ['GET {bulks}/{bulk}/status']],
];

const XML = { 'Content-Type': 'application/xml' };

/** Returns an order of a product, in its form (decision 24). */
function orderOf(service: PaymentService, product: PaymentProduct, context: TestContext): Sent {
  const isXml = PAYMENT_PRODUCTS[product].format === 'xml';
  if (service === 'periodic-payments') return isXml ? standingMessage(context) : { body: standing(context) };
  if (isXml) return { headers: XML, body: bulkMessage(context) };
  if (service === 'bulk-payments') return { body: bulkOrder(context) };
  // The name of the facts has Croatian letters, which a bank may refuse elsewhere (decision 25).
  const isCroatian = PAYMENT_PRODUCTS[product].letters === 'croatian';
  return { body: paymentOrder(context, isCroatian ? {} : { creditorName: 'Primatelj' }) };
}

/** Each product with each of its services: an order is posted and read back. */
function formChecks(): Check[] {
  const forms = PaymentProduct.options.flatMap((product) =>
    PAYMENT_PRODUCTS[product].services.map((service) => ({ service, product })),
  );
  return forms.map(({ service, product }) => ({
    id: `endpoints.initiatePayment.${service}.${product}`,
    group: 'endpoints',
    endpoint: 'initiatePayment',
    rule: 'a payment is returned in the format in which it was posted (decision 24)',
    how: `POST and GET /v1/${service}/${product}`,
    missing: ({ profile, facts }) =>
      unlessOffered(
        profile.products[service]?.includes(product) ?? false,
        `${product} is not offered with ${service}`,
      ) ??
      unlessGiven(
        PAYMENT_PRODUCTS[product].creditors !== 'croatia' || facts.accounts.creditor.startsWith('HR'),
        'the facts name no creditor in Croatia',
      ),
    run: async (context) => {
      const { headers, ...rest } = orderOf(service, product, context);
      const posted = await context.ask(`POST /v1/${service}/${product}`, {
        ...rest,
        headers: { ...EXPLICIT, ...headers },
      });
      expectSame('status', [posted.status, posted.status === 201 ? '' : posted.text.slice(0, 200)], [201, '']);
      const read = await context.ask(`GET /v1/${service}/${product}/${String(posted.body['paymentId'])}`);
      const typeOf = (type: string | null | undefined): string | undefined => type?.split(';')[0];
      const form = typeOf(headers?.['Content-Type']) ?? 'application/json';
      expectSame('status and type', [read.status, typeOf(read.headers.get('content-type'))], [200, form]);
      if (form === 'application/xml') expectSame('the message', read.text, rest.body);
    },
  }));
}

/** Returns the two parts of a standing order in XML. */
function standingMessage(context: TestContext): Sent {
  const part = (name: string, text: string): string =>
    `--parts\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
  const terms = JSON.stringify({ startDate: dayAhead(3), frequency: 'Monthly' });
  const body = `${part('xml_sct', bulkMessage(context))}${part('json_standingorderType', terms)}--parts--\r\n`;
  return { headers: { 'Content-Type': 'multipart/form-data; boundary=parts' }, body };
}

function bulkOrder(context: TestContext): object {
  const { debtorAccount, ...transfer } = paymentOrder(context);
  return { debtorAccount, batchBookingPreferred: true, payments: [transfer, transfer] };
}

export function endpointChecks(): Check[] {
  const rows = (Object.keys(ENDPOINTS) as EndpointKey[]).map((key) => ({
    id: `endpoints.${key}`,
    endpoint: key,
    positive: POSITIVES[key],
    missing: offering(key),
  }));
  const others = OF_SERVICES.map(([endpoint, service, positive]) => ({
    id: `endpoints.${endpoint}.${service}`,
    endpoint,
    positive,
    missing: ({ profile }: TestContext) =>
      unlessOffered((profile.products[service] ?? []).length > 0, `no ${service} are offered`),
  }));
  const ofEndpoints = [...rows, ...others].map(
    ({ positive: [ask, sent], endpoint, ...row }): Check => ({
      ...row,
      group: 'endpoints',
      endpoint,
      rule: `${endpoint} answers ${ENDPOINTS[endpoint].status}, with X-Request-ID as it was sent (decision 13)`,
      how: ask,
      run: (context) => runPositive(context, endpoint, ask, sent?.(context)),
    }),
  );
  return [...ofEndpoints, ...formChecks()];
}

async function runPositive(
  context: TestContext,
  endpoint: EndpointKey,
  ask: string,
  sent: Sent | undefined,
): Promise<void> {
  const row: Endpoint = ENDPOINTS[endpoint];
  const seen = await context.ask(ask, sent);
  const isDone = seen.status === row.status || (endpoint === 'cancelPayment' && seen.status === 204);
  if (!isDone) expectSame('status', [seen.status, seen.text.slice(0, 200)], row.status);
  expectSame('X-Request-ID', seen.headers.get('x-request-id'), seen.requestId);
  if (row.creates !== true && row.authorises !== 'start') return;
  // RFC 9110, 10.2.2: the address of the created resource.
  expectSame('whether there is Location', seen.headers.has('location'), true);
  const approach = seen.headers.get('aspsp-sca-approach');
  if (row.authorises === 'start') expectSame('ASPSP-SCA-Approach', approach, preferred(context));
}

/** Returns EMBEDDED if the bank offers it, otherwise its first approach. */
function preferred({ profile: { scaApproaches } }: TestContext): string | undefined {
  return scaApproaches.includes('EMBEDDED') ? 'EMBEDDED' : scaApproaches[0];
}

function standing(context: TestContext) {
  return { ...paymentOrder(context), startDate: '{startDay}', frequency: 'Monthly' };
}
