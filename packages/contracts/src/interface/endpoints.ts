import type { Endpoint } from './endpoint.ts';
import { PaymentService } from './payment-products.ts';

const AIS = { family: 'AIS', roles: ['AISP'] } as const;
const PIS = { family: 'PIS', roles: ['PISP'] } as const;
const CARDS = { ...AIS, optional: 'cardAccounts' } as const;
const PIIS = { family: 'PIIS', roles: ['PIISP'], optional: 'fundsConfirmation' } as const;
/** The message codes of a confirmation-of-funds consent are those of account information (decision 11). */
const FUNDS_CONSENT = { family: 'AIS', roles: ['PIISP'], optional: 'fundsConfirmation' } as const;
/** A basket may contain payments, consents or both; the role is checked for each member. */
const SBS = { family: 'SBS', roles: ['PISP', 'AISP'], optional: 'signingBaskets' } as const;

const PAYEE_VERIFICATION = { ...PIS, optional: 'payeeVerificationBeforeOrder', method: 'POST', status: 200 } as const;

const CONSENT = '/v1/consents/{consentId}';
const FUNDS = '/v2/consents/confirmation-of-funds/{consentId}';
const ACCOUNT = '/v1/accounts/{accountId}';
const CARD = '/v1/card-accounts/{accountId}';
const TRUSTED = { ...AIS, optional: 'trustedBeneficiaries', path: '/v1/trusted-beneficiaries' } as const;
const BASKET = '/v1/signing-baskets/{basketId}';
const PRODUCT = '/v1/{paymentService}/{paymentProduct}';
const PAYMENT = '/v1/{paymentService}/{paymentProduct}/{paymentId}';
const PAYMENT_SCA = `${PAYMENT}/authorisations/{authorisationId}` as const;
const CANCELLATION_SCA = `${PAYMENT}/cancellation-authorisations/{authorisationId}` as const;

/**
 * All endpoints of the interface (section 4). The key is the operationId of the standard's OpenAPI file. Routes, checks, links
 * and documentation are derived from this table; it is the only place with addresses.
 */
export const ENDPOINTS = {
  // 4.2 Consents
  createConsent: { ...AIS, method: 'POST', path: '/v1/consents', status: 201, creates: true },
  getConsentInformation: { ...AIS, method: 'GET', path: CONSENT, status: 200 },
  deleteConsent: { ...AIS, method: 'DELETE', path: CONSENT, status: 204 },
  getConsentStatus: { ...AIS, method: 'GET', path: `${CONSENT}/status`, status: 200 },
  getConsentAuthorisation: { ...AIS, method: 'GET', path: `${CONSENT}/authorisations`, status: 200 },
  startConsentAuthorisation: {
    ...AIS,
    method: 'POST',
    path: `${CONSENT}/authorisations`,
    status: 201,
    authorises: 'start',
  },
  getConsentScaStatus: { ...AIS, method: 'GET', path: `${CONSENT}/authorisations/{authorisationId}`, status: 200 },
  updateConsentsPsuData: {
    ...AIS,
    method: 'PUT',
    path: `${CONSENT}/authorisations/{authorisationId}`,
    status: 200,
    authorises: 'update',
  },
  // 4.1 Confirmation-of-funds consents, version 2
  createConsentConfirmationOfFunds: {
    ...FUNDS_CONSENT,
    method: 'POST',
    path: '/v2/consents/confirmation-of-funds',
    status: 201,
    creates: true,
  },
  getConsentConfirmationOfFunds: { ...FUNDS_CONSENT, method: 'GET', path: FUNDS, status: 200 },
  deleteConsentConfirmationOfFunds: { ...FUNDS_CONSENT, method: 'DELETE', path: FUNDS, status: 204 },
  getConsentConfirmationOfFundsStatus: { ...FUNDS_CONSENT, method: 'GET', path: `${FUNDS}/status`, status: 200 },
  consentConfirmationOfFundsGetAuthorisations: {
    ...FUNDS_CONSENT,
    method: 'GET',
    path: `${FUNDS}/authorisations`,
    status: 200,
  },
  consentConfirmationOfFundsStartAuth: {
    ...FUNDS_CONSENT,
    method: 'POST',
    path: `${FUNDS}/authorisations`,
    status: 201,
    authorises: 'start',
  },
  consentConfirmationOfFundsGetScaStatus: {
    ...FUNDS_CONSENT,
    method: 'GET',
    path: `${FUNDS}/authorisations/{authorisationId}`,
    status: 200,
  },
  consentConfirmationOfFundsUpdatePsuData: {
    ...FUNDS_CONSENT,
    method: 'PUT',
    path: `${FUNDS}/authorisations/{authorisationId}`,
    status: 200,
    authorises: 'update',
  },

  // 4.3 Accounts, card accounts, funds confirmation
  getAccountList: { ...AIS, method: 'GET', path: '/v1/accounts', status: 200, readsAccounts: true },
  readAccountDetails: { ...AIS, method: 'GET', path: ACCOUNT, status: 200, readsAccounts: true },
  getBalances: { ...AIS, method: 'GET', path: `${ACCOUNT}/balances`, status: 200, readsAccounts: true },
  getTransactionList: {
    ...AIS,
    method: 'GET',
    path: `${ACCOUNT}/transactions`,
    status: 200,
    readsAccounts: true,
    answersIn: 'jsonOrXml',
  },
  downloadTransactions: {
    ...AIS,
    method: 'GET',
    path: `${ACCOUNT}/transactions/download/{downloadId}`,
    status: 200,
    readsAccounts: true,
    answersIn: 'xml',
  },
  getTransactionDetails: {
    ...AIS,
    method: 'GET',
    path: `${ACCOUNT}/transactions/{transactionId}`,
    status: 200,
    readsAccounts: true,
  },
  getCardAccount: { ...CARDS, method: 'GET', path: '/v1/card-accounts', status: 200, readsAccounts: true },
  readCardAccount: { ...CARDS, method: 'GET', path: CARD, status: 200, readsAccounts: true },
  getCardAccountBalances: { ...CARDS, method: 'GET', path: `${CARD}/balances`, status: 200, readsAccounts: true },
  getCardAccountTransactionList: {
    ...CARDS,
    method: 'GET',
    path: `${CARD}/transactions`,
    status: 200,
    readsAccounts: true,
  },
  getTrustedBeneficiariesList: { ...TRUSTED, method: 'GET', status: 200, readsAccounts: true },
  checkAvailabilityOfFunds: { ...PIIS, method: 'POST', path: '/v1/funds-confirmations', status: 200 },

  // 4.5 Signing baskets
  createSigningBasket: { ...SBS, method: 'POST', path: '/v1/signing-baskets', status: 201, creates: true },
  getSigningBasket: { ...SBS, method: 'GET', path: BASKET, status: 200 },
  deleteSigningBasket: { ...SBS, method: 'DELETE', path: BASKET, status: 204 },
  getSigningBasketStatus: { ...SBS, method: 'GET', path: `${BASKET}/status`, status: 200 },
  getSigningBasketAuthorisation: { ...SBS, method: 'GET', path: `${BASKET}/authorisations`, status: 200 },
  startSigningBasketAuthorisation: {
    ...SBS,
    method: 'POST',
    path: `${BASKET}/authorisations`,
    status: 201,
    authorises: 'start',
  },
  getSigningBasketScaStatus: { ...SBS, method: 'GET', path: `${BASKET}/authorisations/{authorisationId}`, status: 200 },
  updateSigningBasketPsuData: {
    ...SBS,
    method: 'PUT',
    path: `${BASKET}/authorisations/{authorisationId}`,
    status: 200,
    authorises: 'update',
  },

  // 4.6 Payments
  initiatePayment: { ...PIS, method: 'POST', path: PRODUCT, status: 201, creates: true },
  getPaymentInformation: { ...PIS, method: 'GET', path: PAYMENT, status: 200 },
  cancelPayment: { ...PIS, method: 'DELETE', path: PAYMENT, status: 202 },
  creditorConfirmation: {
    ...PIS,
    method: 'PUT',
    path: `${PAYMENT}/creditor-confirmation`,
    status: 200,
    optional: 'payeeVerification',
    hasNoBody: true,
  },
  getBulkPaymentExtendedStatus: {
    ...PIS,
    method: 'GET',
    path: '/v1/bulk-payments/{paymentProduct}/{paymentId}/extended-status',
    status: 200,
    optional: 'extendedStatus',
  },
  getPaymentInitiationStatus: { ...PIS, method: 'GET', path: `${PAYMENT}/status`, status: 200 },
  getPaymentInitiationAuthorisation: { ...PIS, method: 'GET', path: `${PAYMENT}/authorisations`, status: 200 },
  startPaymentAuthorisation: {
    ...PIS,
    method: 'POST',
    path: `${PAYMENT}/authorisations`,
    status: 201,
    authorises: 'start',
  },
  getPaymentInitiationScaStatus: { ...PIS, method: 'GET', path: PAYMENT_SCA, status: 200 },
  updatePaymentPsuData: { ...PIS, method: 'PUT', path: PAYMENT_SCA, status: 200, authorises: 'update' },
  getPaymentInitiationCancellationAuthorisationInformation: {
    ...PIS,
    method: 'GET',
    path: `${PAYMENT}/cancellation-authorisations`,
    status: 200,
  },
  startPaymentInitiationCancellationAuthorisation: {
    ...PIS,
    method: 'POST',
    path: `${PAYMENT}/cancellation-authorisations`,
    status: 201,
    authorises: 'start',
  },
  getPaymentCancellationScaStatus: { ...PIS, method: 'GET', path: CANCELLATION_SCA, status: 200 },
  updatePaymentCancellationPsuData: {
    ...PIS,
    method: 'PUT',
    path: CANCELLATION_SCA,
    status: 200,
    authorises: 'update',
  },

  // Verification of payee before an order (framework 1.3.16): one operation of the standard with three addresses
  verifyPayee: { ...PAYEE_VERIFICATION, path: '/v1/payee-verifications' },
  verifyPayer: { ...PAYEE_VERIFICATION, path: '/v1/payer-verifications' },
  verifyParty: { ...PAYEE_VERIFICATION, path: '/v1/party-verifications' },
} as const satisfies Record<string, Endpoint>;

export type EndpointKey = keyof typeof ENDPOINTS;

type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never;
/** Path parameters of an endpoint, by name. */
export type PathParameters<Key extends EndpointKey> = Record<ParameterOf<(typeof ENDPOINTS)[Key]['path']>, string>;

/** Returns the address of an endpoint, relative to the base address, with escaped ids. */
export function href<Key extends EndpointKey>(key: Key, parameters: PathParameters<Key>): string {
  const values: Record<string, string> = parameters;
  return ENDPOINTS[key].path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

/**
 * Returns the routes of an endpoint. `{paymentService}` is replaced by each service, so that payments never shadow accounts and
 * unknown services are not found.
 */
export function routesOf(key: EndpointKey): string[] {
  const { path } = ENDPOINTS[key];
  const written = path.includes('{paymentService}')
    ? PaymentService.options.map((service) => path.replace('{paymentService}', service))
    : [path];
  return written.map((route) => route.replace(/\{(\w+)\}/g, ':$1'));
}
