// Generated from the contracts and the published interface by `npm run gen`. Change the source, not this file.

import type {
  AccountDetails,
  AccountList,
  AuthorisationBody,
  Authorisations,
  Balances,
  Basket,
  BasketStatusAnswer,
  BulkOrderPayment,
  BulkPayment,
  BulkStatus,
  CancellationAuthorisations,
  CancelledPayment,
  CardAccountDetails,
  CardAccountList,
  CardBalances,
  CardTransactionReport,
  Consent,
  ConsentRequest,
  ConsentStatusAnswer,
  CreatedBasket,
  CreatedConsent,
  CreatedPayment,
  CreditorConfirmation,
  FundsAnswer,
  FundsConfirmationRequest,
  FundsConsent,
  FundsConsentRequest,
  FundsScaStatusAnswer,
  PartyVerificationAnswer,
  PartyVerificationRequest,
  Payment,
  PaymentStatus,
  PeriodicPayment,
  ScaStatusAnswer,
  SigningBasket,
  SinglePayment,
  StandingOrderPayment,
  StartedAuthorisation,
  StartedCancellationAuthorisation,
  TransactionDetailsAnswer,
  TransactionReport,
  TrustedBeneficiaries,
  UpdatedAuthorisation,
} from './schemas.ts';

export type CreateConsentHeader = StartAuthorisationHeader | 'TPP-Explicit-Authorisation-Preferred';
export type ReadHeader =
  | 'X-Request-ID'
  | 'PSU-IP-Address'
  | 'PSU-IP-Port'
  | 'PSU-Accept'
  | 'PSU-Accept-Charset'
  | 'PSU-Accept-Encoding'
  | 'PSU-Accept-Language'
  | 'PSU-User-Agent'
  | 'PSU-Http-Method'
  | 'PSU-Device-ID'
  | 'PSU-Geo-Location'
  | 'Digest'
  | 'Signature'
  | 'TPP-Signature-Certificate';
export type StartAuthorisationHeader =
  | UpdateAuthorisationHeader
  | 'TPP-Redirect-Preferred'
  | 'TPP-Decoupled-Preferred'
  | 'TPP-Redirect-URI'
  | 'TPP-Nok-Redirect-URI'
  | 'TPP-Notification-URI'
  | 'TPP-Notification-Content-Preferred';
export type UpdateAuthorisationHeader =
  | ReadHeader
  | 'PSU-ID'
  | 'PSU-ID-Type'
  | 'PSU-Corporate-ID'
  | 'PSU-Corporate-ID-Type';
export type CreateFundsConsentHeader = StartAuthorisationHeader | 'TPP-Explicit-Authorisation-Preferred';
export type ReadAccountsHeader = ReadHeader | 'Consent-ID';
export type ConfirmFundsHeader = 'X-Request-ID' | 'Consent-ID' | 'Digest' | 'Signature' | 'TPP-Signature-Certificate';
export type CreateBasketHeader = CreateConsentHeader | 'Consent-ID';
export type CreatePaymentHeader =
  | CreateBasketHeader
  | 'Client-VOP-Requested'
  | 'Client-VOP-Request-ID'
  | 'TPP-Rejection-NoFunds-Preferred';
export type CancelPaymentHeader =
  | ReadHeader
  | 'TPP-Redirect-Preferred'
  | 'TPP-Decoupled-Preferred'
  | 'TPP-Redirect-URI'
  | 'TPP-Nok-Redirect-URI'
  | 'TPP-Explicit-Authorisation-Preferred';
export type VerifyPayeeHeader =
  | 'X-Request-ID'
  | 'PSU-IP-Address'
  | 'PSU-IP-Port'
  | 'PSU-Accept'
  | 'PSU-Accept-Charset'
  | 'PSU-Accept-Encoding'
  | 'PSU-Accept-Language'
  | 'PSU-User-Agent'
  | 'PSU-Http-Method'
  | 'PSU-Device-ID'
  | 'PSU-Geo-Location'
  | 'Digest'
  | 'Signature'
  | 'TPP-Signature-Certificate';

/** Request and answer of an operation. `Path` has the names of its path parameters. */
interface Operation<Path extends string, Headers, Answer, Body = undefined, Query = Record<string, never>> {
  path: [Path] extends [never]
    ? Record<string, never>
    : { [Name in Path]: Name extends 'paymentService' ? 'payments' | 'bulk-payments' | 'periodic-payments' : string };
  query: Query;
  headers: Headers;
  body: Body;
  answer: Answer;
}

export interface Shapes {
  /** Create a consent for account information. */
  createConsent: Operation<never, CreateConsentHeader, CreatedConsent, ConsentRequest>;
  /** Read a consent. */
  getConsentInformation: Operation<'consentId', ReadHeader, Consent>;
  /** Delete a consent. */
  deleteConsent: Operation<'consentId', ReadHeader, undefined>;
  /** Read the status of a consent. */
  getConsentStatus: Operation<'consentId', ReadHeader, ConsentStatusAnswer>;
  /** List the authorisations of a consent. */
  getConsentAuthorisation: Operation<'consentId', ReadHeader, Authorisations>;
  /** Start an authorisation of a consent. */
  startConsentAuthorisation: Operation<
    'consentId',
    StartAuthorisationHeader,
    StartedAuthorisation,
    AuthorisationBody | undefined
  >;
  /** Read the SCA status of a consent authorisation. */
  getConsentScaStatus: Operation<'consentId' | 'authorisationId', ReadHeader, ScaStatusAnswer>;
  /** Send PSU data to a consent authorisation. */
  updateConsentsPsuData: Operation<
    'consentId' | 'authorisationId',
    UpdateAuthorisationHeader,
    UpdatedAuthorisation,
    AuthorisationBody | undefined
  >;
  /** Create a funds consent. */
  createConsentConfirmationOfFunds: Operation<never, CreateFundsConsentHeader, CreatedConsent, FundsConsentRequest>;
  /** Read a funds consent. */
  getConsentConfirmationOfFunds: Operation<'consentId', ReadHeader, FundsConsent>;
  /** Delete a funds consent. */
  deleteConsentConfirmationOfFunds: Operation<'consentId', ReadHeader, undefined>;
  /** Read the status of a funds consent. */
  getConsentConfirmationOfFundsStatus: Operation<'consentId', ReadHeader, ConsentStatusAnswer>;
  /** List the authorisations of a funds consent. */
  consentConfirmationOfFundsGetAuthorisations: Operation<'consentId', ReadHeader, Authorisations>;
  /** Start an authorisation of a funds consent. */
  consentConfirmationOfFundsStartAuth: Operation<
    'consentId',
    StartAuthorisationHeader,
    StartedAuthorisation,
    AuthorisationBody | undefined
  >;
  /** Read the SCA status of a funds consent authorisation. */
  consentConfirmationOfFundsGetScaStatus: Operation<'consentId' | 'authorisationId', ReadHeader, FundsScaStatusAnswer>;
  /** Send PSU data to a funds consent authorisation. */
  consentConfirmationOfFundsUpdatePsuData: Operation<
    'consentId' | 'authorisationId',
    UpdateAuthorisationHeader,
    UpdatedAuthorisation,
    AuthorisationBody | undefined
  >;
  /** List the payment accounts of a consent. */
  getAccountList: Operation<never, ReadAccountsHeader, AccountList, undefined, { withBalance?: boolean | string }>;
  /** Read a payment account. */
  readAccountDetails: Operation<
    'accountId',
    ReadAccountsHeader,
    AccountDetails,
    undefined,
    { withBalance?: boolean | string }
  >;
  /** Read the balances of a payment account. */
  getBalances: Operation<'accountId', ReadAccountsHeader, Balances>;
  /** List the transactions of a payment account. */
  getTransactionList: Operation<
    'accountId',
    ReadAccountsHeader,
    TransactionReport,
    undefined,
    {
      withBalance?: boolean | string;
      bookingStatus: 'booked' | 'pending' | 'both' | 'information' | 'all';
      dateFrom?: string;
      dateTo?: string;
      deltaList?: boolean | string;
      entryReferenceFrom?: string;
      page?: string;
    }
  >;
  /** Download a long transaction report. */
  downloadTransactions: Operation<'accountId' | 'downloadId', ReadAccountsHeader, string>;
  /** Read a transaction. */
  getTransactionDetails: Operation<'accountId' | 'transactionId', ReadAccountsHeader, TransactionDetailsAnswer>;
  /** List the card accounts of a consent. */
  getCardAccount: Operation<never, ReadAccountsHeader, CardAccountList, undefined, { withBalance?: boolean | string }>;
  /** Read a card account. */
  readCardAccount: Operation<
    'accountId',
    ReadAccountsHeader,
    CardAccountDetails,
    undefined,
    { withBalance?: boolean | string }
  >;
  /** Read the balances of a card account. */
  getCardAccountBalances: Operation<'accountId', ReadAccountsHeader, CardBalances>;
  /** List the transactions of a card account. */
  getCardAccountTransactionList: Operation<
    'accountId',
    ReadAccountsHeader,
    CardTransactionReport,
    undefined,
    {
      withBalance?: boolean | string;
      bookingStatus: 'booked' | 'pending' | 'both' | 'information' | 'all';
      dateFrom?: string;
      dateTo?: string;
      deltaList?: boolean | string;
      entryReferenceFrom?: string;
      page?: string;
    }
  >;
  /** List the trusted beneficiaries of payment accounts. */
  getTrustedBeneficiariesList: Operation<
    never,
    ReadAccountsHeader,
    TrustedBeneficiaries,
    undefined,
    { 'account-id'?: string; accountId?: string }
  >;
  /** Confirm the availability of funds. */
  checkAvailabilityOfFunds: Operation<never, ConfirmFundsHeader, FundsAnswer, FundsConfirmationRequest>;
  /** Create a signing basket. */
  createSigningBasket: Operation<never, CreateBasketHeader, CreatedBasket, SigningBasket>;
  /** Read a signing basket. */
  getSigningBasket: Operation<'basketId', ReadHeader, Basket>;
  /** Delete a signing basket. */
  deleteSigningBasket: Operation<'basketId', ReadHeader, undefined>;
  /** Read the status of a signing basket. */
  getSigningBasketStatus: Operation<'basketId', ReadHeader, BasketStatusAnswer>;
  /** List the authorisations of a signing basket. */
  getSigningBasketAuthorisation: Operation<'basketId', ReadHeader, Authorisations>;
  /** Start an authorisation of a signing basket. */
  startSigningBasketAuthorisation: Operation<
    'basketId',
    StartAuthorisationHeader,
    StartedAuthorisation,
    AuthorisationBody | undefined
  >;
  /** Read the SCA status of a basket authorisation. */
  getSigningBasketScaStatus: Operation<'basketId' | 'authorisationId', ReadHeader, ScaStatusAnswer>;
  /** Send PSU data to a basket authorisation. */
  updateSigningBasketPsuData: Operation<
    'basketId' | 'authorisationId',
    UpdateAuthorisationHeader,
    UpdatedAuthorisation,
    AuthorisationBody | undefined
  >;
  /** Initiate a payment. */
  initiatePayment: Operation<
    'paymentService' | 'paymentProduct',
    CreatePaymentHeader,
    CreatedPayment,
    SinglePayment | string | BulkPayment | PeriodicPayment
  >;
  /** Read a payment. */
  getPaymentInformation: Operation<
    'paymentService' | 'paymentProduct' | 'paymentId',
    ReadHeader,
    Payment | BulkOrderPayment | StandingOrderPayment
  >;
  /** Cancel a payment. */
  cancelPayment: Operation<'paymentService' | 'paymentProduct' | 'paymentId', CancelPaymentHeader, CancelledPayment>;
  /** Confirm the payee of a payment. */
  creditorConfirmation: Operation<'paymentService' | 'paymentProduct' | 'paymentId', ReadHeader, CreditorConfirmation>;
  /** Read the extended status of a bulk payment. */
  getBulkPaymentExtendedStatus: Operation<'paymentProduct' | 'paymentId', ReadHeader, BulkStatus>;
  /** Read the status of a payment. */
  getPaymentInitiationStatus: Operation<'paymentService' | 'paymentProduct' | 'paymentId', ReadHeader, PaymentStatus>;
  /** List the authorisations of a payment. */
  getPaymentInitiationAuthorisation: Operation<
    'paymentService' | 'paymentProduct' | 'paymentId',
    ReadHeader,
    Authorisations
  >;
  /** Start an authorisation of a payment. */
  startPaymentAuthorisation: Operation<
    'paymentService' | 'paymentProduct' | 'paymentId',
    StartAuthorisationHeader,
    StartedAuthorisation,
    AuthorisationBody | undefined
  >;
  /** Read the SCA status of a payment authorisation. */
  getPaymentInitiationScaStatus: Operation<
    'paymentService' | 'paymentProduct' | 'paymentId' | 'authorisationId',
    ReadHeader,
    ScaStatusAnswer
  >;
  /** Send PSU data to a payment authorisation. */
  updatePaymentPsuData: Operation<
    'paymentService' | 'paymentProduct' | 'paymentId' | 'authorisationId',
    UpdateAuthorisationHeader,
    UpdatedAuthorisation,
    AuthorisationBody | undefined
  >;
  /** List the authorisations of a cancellation. */
  getPaymentInitiationCancellationAuthorisationInformation: Operation<
    'paymentService' | 'paymentProduct' | 'paymentId',
    ReadHeader,
    CancellationAuthorisations
  >;
  /** Start an authorisation of a cancellation. */
  startPaymentInitiationCancellationAuthorisation: Operation<
    'paymentService' | 'paymentProduct' | 'paymentId',
    StartAuthorisationHeader,
    StartedCancellationAuthorisation,
    AuthorisationBody | undefined
  >;
  /** Read the SCA status of a cancellation authorisation. */
  getPaymentCancellationScaStatus: Operation<
    'paymentService' | 'paymentProduct' | 'paymentId' | 'authorisationId',
    ReadHeader,
    ScaStatusAnswer
  >;
  /** Send PSU data to a cancellation authorisation. */
  updatePaymentCancellationPsuData: Operation<
    'paymentService' | 'paymentProduct' | 'paymentId' | 'authorisationId',
    UpdateAuthorisationHeader,
    UpdatedAuthorisation,
    AuthorisationBody | undefined
  >;
  /** Verify a payee. */
  verifyPayee: Operation<never, VerifyPayeeHeader, PartyVerificationAnswer, PartyVerificationRequest>;
  /** Verify a payer. */
  verifyPayer: Operation<never, VerifyPayeeHeader, PartyVerificationAnswer, PartyVerificationRequest>;
  /** Verify a party. */
  verifyParty: Operation<never, VerifyPayeeHeader, PartyVerificationAnswer, PartyVerificationRequest>;
}

export type OperationId = keyof Shapes;

/** Method, address and status of success of each operation. */
export const OPERATIONS = {
  createConsent: { method: 'POST', path: '/v1/consents', status: 201, isRepeatable: true },
  getConsentInformation: { method: 'GET', path: '/v1/consents/{consentId}', status: 200, isRepeatable: true },
  deleteConsent: { method: 'DELETE', path: '/v1/consents/{consentId}', status: 204, isRepeatable: true },
  getConsentStatus: { method: 'GET', path: '/v1/consents/{consentId}/status', status: 200, isRepeatable: true },
  getConsentAuthorisation: {
    method: 'GET',
    path: '/v1/consents/{consentId}/authorisations',
    status: 200,
    isRepeatable: true,
  },
  startConsentAuthorisation: {
    method: 'POST',
    path: '/v1/consents/{consentId}/authorisations',
    status: 201,
    isRepeatable: true,
  },
  getConsentScaStatus: {
    method: 'GET',
    path: '/v1/consents/{consentId}/authorisations/{authorisationId}',
    status: 200,
    isRepeatable: true,
  },
  updateConsentsPsuData: {
    method: 'PUT',
    path: '/v1/consents/{consentId}/authorisations/{authorisationId}',
    status: 200,
    isRepeatable: false,
  },
  createConsentConfirmationOfFunds: {
    method: 'POST',
    path: '/v2/consents/confirmation-of-funds',
    status: 201,
    isRepeatable: true,
  },
  getConsentConfirmationOfFunds: {
    method: 'GET',
    path: '/v2/consents/confirmation-of-funds/{consentId}',
    status: 200,
    isRepeatable: true,
  },
  deleteConsentConfirmationOfFunds: {
    method: 'DELETE',
    path: '/v2/consents/confirmation-of-funds/{consentId}',
    status: 204,
    isRepeatable: true,
  },
  getConsentConfirmationOfFundsStatus: {
    method: 'GET',
    path: '/v2/consents/confirmation-of-funds/{consentId}/status',
    status: 200,
    isRepeatable: true,
  },
  consentConfirmationOfFundsGetAuthorisations: {
    method: 'GET',
    path: '/v2/consents/confirmation-of-funds/{consentId}/authorisations',
    status: 200,
    isRepeatable: true,
  },
  consentConfirmationOfFundsStartAuth: {
    method: 'POST',
    path: '/v2/consents/confirmation-of-funds/{consentId}/authorisations',
    status: 201,
    isRepeatable: true,
  },
  consentConfirmationOfFundsGetScaStatus: {
    method: 'GET',
    path: '/v2/consents/confirmation-of-funds/{consentId}/authorisations/{authorisationId}',
    status: 200,
    isRepeatable: true,
  },
  consentConfirmationOfFundsUpdatePsuData: {
    method: 'PUT',
    path: '/v2/consents/confirmation-of-funds/{consentId}/authorisations/{authorisationId}',
    status: 200,
    isRepeatable: false,
  },
  getAccountList: { method: 'GET', path: '/v1/accounts', status: 200, isRepeatable: true },
  readAccountDetails: { method: 'GET', path: '/v1/accounts/{accountId}', status: 200, isRepeatable: true },
  getBalances: { method: 'GET', path: '/v1/accounts/{accountId}/balances', status: 200, isRepeatable: true },
  getTransactionList: { method: 'GET', path: '/v1/accounts/{accountId}/transactions', status: 200, isRepeatable: true },
  downloadTransactions: {
    method: 'GET',
    path: '/v1/accounts/{accountId}/transactions/download/{downloadId}',
    status: 200,
    isRepeatable: true,
  },
  getTransactionDetails: {
    method: 'GET',
    path: '/v1/accounts/{accountId}/transactions/{transactionId}',
    status: 200,
    isRepeatable: true,
  },
  getCardAccount: { method: 'GET', path: '/v1/card-accounts', status: 200, isRepeatable: true },
  readCardAccount: { method: 'GET', path: '/v1/card-accounts/{accountId}', status: 200, isRepeatable: true },
  getCardAccountBalances: {
    method: 'GET',
    path: '/v1/card-accounts/{accountId}/balances',
    status: 200,
    isRepeatable: true,
  },
  getCardAccountTransactionList: {
    method: 'GET',
    path: '/v1/card-accounts/{accountId}/transactions',
    status: 200,
    isRepeatable: true,
  },
  getTrustedBeneficiariesList: { method: 'GET', path: '/v1/trusted-beneficiaries', status: 200, isRepeatable: true },
  checkAvailabilityOfFunds: { method: 'POST', path: '/v1/funds-confirmations', status: 200, isRepeatable: true },
  createSigningBasket: { method: 'POST', path: '/v1/signing-baskets', status: 201, isRepeatable: true },
  getSigningBasket: { method: 'GET', path: '/v1/signing-baskets/{basketId}', status: 200, isRepeatable: true },
  deleteSigningBasket: { method: 'DELETE', path: '/v1/signing-baskets/{basketId}', status: 204, isRepeatable: true },
  getSigningBasketStatus: {
    method: 'GET',
    path: '/v1/signing-baskets/{basketId}/status',
    status: 200,
    isRepeatable: true,
  },
  getSigningBasketAuthorisation: {
    method: 'GET',
    path: '/v1/signing-baskets/{basketId}/authorisations',
    status: 200,
    isRepeatable: true,
  },
  startSigningBasketAuthorisation: {
    method: 'POST',
    path: '/v1/signing-baskets/{basketId}/authorisations',
    status: 201,
    isRepeatable: true,
  },
  getSigningBasketScaStatus: {
    method: 'GET',
    path: '/v1/signing-baskets/{basketId}/authorisations/{authorisationId}',
    status: 200,
    isRepeatable: true,
  },
  updateSigningBasketPsuData: {
    method: 'PUT',
    path: '/v1/signing-baskets/{basketId}/authorisations/{authorisationId}',
    status: 200,
    isRepeatable: false,
  },
  initiatePayment: { method: 'POST', path: '/v1/{paymentService}/{paymentProduct}', status: 201, isRepeatable: true },
  getPaymentInformation: {
    method: 'GET',
    path: '/v1/{paymentService}/{paymentProduct}/{paymentId}',
    status: 200,
    isRepeatable: true,
  },
  cancelPayment: {
    method: 'DELETE',
    path: '/v1/{paymentService}/{paymentProduct}/{paymentId}',
    status: 202,
    isRepeatable: true,
  },
  creditorConfirmation: {
    method: 'PUT',
    path: '/v1/{paymentService}/{paymentProduct}/{paymentId}/creditor-confirmation',
    status: 200,
    isRepeatable: true,
  },
  getBulkPaymentExtendedStatus: {
    method: 'GET',
    path: '/v1/bulk-payments/{paymentProduct}/{paymentId}/extended-status',
    status: 200,
    isRepeatable: true,
  },
  getPaymentInitiationStatus: {
    method: 'GET',
    path: '/v1/{paymentService}/{paymentProduct}/{paymentId}/status',
    status: 200,
    isRepeatable: true,
  },
  getPaymentInitiationAuthorisation: {
    method: 'GET',
    path: '/v1/{paymentService}/{paymentProduct}/{paymentId}/authorisations',
    status: 200,
    isRepeatable: true,
  },
  startPaymentAuthorisation: {
    method: 'POST',
    path: '/v1/{paymentService}/{paymentProduct}/{paymentId}/authorisations',
    status: 201,
    isRepeatable: true,
  },
  getPaymentInitiationScaStatus: {
    method: 'GET',
    path: '/v1/{paymentService}/{paymentProduct}/{paymentId}/authorisations/{authorisationId}',
    status: 200,
    isRepeatable: true,
  },
  updatePaymentPsuData: {
    method: 'PUT',
    path: '/v1/{paymentService}/{paymentProduct}/{paymentId}/authorisations/{authorisationId}',
    status: 200,
    isRepeatable: false,
  },
  getPaymentInitiationCancellationAuthorisationInformation: {
    method: 'GET',
    path: '/v1/{paymentService}/{paymentProduct}/{paymentId}/cancellation-authorisations',
    status: 200,
    isRepeatable: true,
  },
  startPaymentInitiationCancellationAuthorisation: {
    method: 'POST',
    path: '/v1/{paymentService}/{paymentProduct}/{paymentId}/cancellation-authorisations',
    status: 201,
    isRepeatable: true,
  },
  getPaymentCancellationScaStatus: {
    method: 'GET',
    path: '/v1/{paymentService}/{paymentProduct}/{paymentId}/cancellation-authorisations/{authorisationId}',
    status: 200,
    isRepeatable: true,
  },
  updatePaymentCancellationPsuData: {
    method: 'PUT',
    path: '/v1/{paymentService}/{paymentProduct}/{paymentId}/cancellation-authorisations/{authorisationId}',
    status: 200,
    isRepeatable: false,
  },
  verifyPayee: { method: 'POST', path: '/v1/payee-verifications', status: 200, isRepeatable: true },
  verifyPayer: { method: 'POST', path: '/v1/payer-verifications', status: 200, isRepeatable: true },
  verifyParty: { method: 'POST', path: '/v1/party-verifications', status: 200, isRepeatable: true },
} as const satisfies Record<OperationId, { method: string; path: string; status: number; isRepeatable: boolean }>;

/** Where the links of an answer lead. */
export const LINKS = {
  createConsent: {
    updatePsuIdentification: 'updateConsentsPsuData',
    selectAuthenticationMethod: 'updateConsentsPsuData',
    updatePsuAuthentication: 'updateConsentsPsuData',
    updateEncryptedPsuAuthentication: 'updateConsentsPsuData',
    authoriseTransaction: 'updateConsentsPsuData',
    updateResourceByDebtorAccountResource: 'updateConsentsPsuData',
    confirmation: 'updateConsentsPsuData',
    startAuthorisation: 'startConsentAuthorisation',
    startAuthorisationWithPsuIdentification: 'startConsentAuthorisation',
    startAuthorisationWithPsuAuthentication: 'startConsentAuthorisation',
    startAuthorisationWithEncryptedPsuAuthentication: 'startConsentAuthorisation',
    startAuthorisationWithAuthenticationMethodSelection: 'startConsentAuthorisation',
    self: 'getConsentInformation',
    status: 'getConsentStatus',
    scaStatus: 'getConsentScaStatus',
    startAuthorisationWithPsuIdentfication: 'startConsentAuthorisation',
    startAuthorisationWithAuthentciationMethodSelection: 'startConsentAuthorisation',
  },
  getConsentInformation: { account: 'getAccountList', cardAccount: 'getCardAccount' },
  deleteConsent: {},
  getConsentStatus: {},
  getConsentAuthorisation: {},
  startConsentAuthorisation: {
    updatePsuIdentification: 'updateConsentsPsuData',
    selectAuthenticationMethod: 'updateConsentsPsuData',
    updatePsuAuthentication: 'updateConsentsPsuData',
    updateEncryptedPsuAuthentication: 'updateConsentsPsuData',
    authoriseTransaction: 'updateConsentsPsuData',
    updateResourceByDebtorAccountResource: 'updateConsentsPsuData',
    confirmation: 'updateConsentsPsuData',
    status: 'getConsentStatus',
    scaStatus: 'getConsentScaStatus',
    startAuthorisation: 'startConsentAuthorisation',
  },
  getConsentScaStatus: { confirmation: 'updateConsentsPsuData' },
  updateConsentsPsuData: {
    updatePsuIdentification: 'updateConsentsPsuData',
    selectAuthenticationMethod: 'updateConsentsPsuData',
    updatePsuAuthentication: 'updateConsentsPsuData',
    updateEncryptedPsuAuthentication: 'updateConsentsPsuData',
    authoriseTransaction: 'updateConsentsPsuData',
    updateResourceByDebtorAccountResource: 'updateConsentsPsuData',
    confirmation: 'updateConsentsPsuData',
    status: 'getConsentStatus',
    scaStatus: 'getConsentScaStatus',
    startAuthorisation: 'startConsentAuthorisation',
  },
  createConsentConfirmationOfFunds: {
    updatePsuIdentification: 'consentConfirmationOfFundsUpdatePsuData',
    selectAuthenticationMethod: 'consentConfirmationOfFundsUpdatePsuData',
    updatePsuAuthentication: 'consentConfirmationOfFundsUpdatePsuData',
    updateEncryptedPsuAuthentication: 'consentConfirmationOfFundsUpdatePsuData',
    authoriseTransaction: 'consentConfirmationOfFundsUpdatePsuData',
    updateResourceByDebtorAccountResource: 'consentConfirmationOfFundsUpdatePsuData',
    confirmation: 'consentConfirmationOfFundsUpdatePsuData',
    startAuthorisation: 'consentConfirmationOfFundsStartAuth',
    startAuthorisationWithPsuIdentification: 'consentConfirmationOfFundsStartAuth',
    startAuthorisationWithPsuAuthentication: 'consentConfirmationOfFundsStartAuth',
    startAuthorisationWithEncryptedPsuAuthentication: 'consentConfirmationOfFundsStartAuth',
    startAuthorisationWithAuthenticationMethodSelection: 'consentConfirmationOfFundsStartAuth',
    self: 'getConsentConfirmationOfFunds',
    status: 'getConsentConfirmationOfFundsStatus',
    scaStatus: 'consentConfirmationOfFundsGetScaStatus',
    startAuthorisationWithPsuIdentfication: 'consentConfirmationOfFundsStartAuth',
    startAuthorisationWithAuthentciationMethodSelection: 'consentConfirmationOfFundsStartAuth',
  },
  getConsentConfirmationOfFunds: {},
  deleteConsentConfirmationOfFunds: {},
  getConsentConfirmationOfFundsStatus: {},
  consentConfirmationOfFundsGetAuthorisations: {},
  consentConfirmationOfFundsStartAuth: {
    updatePsuIdentification: 'consentConfirmationOfFundsUpdatePsuData',
    selectAuthenticationMethod: 'consentConfirmationOfFundsUpdatePsuData',
    updatePsuAuthentication: 'consentConfirmationOfFundsUpdatePsuData',
    updateEncryptedPsuAuthentication: 'consentConfirmationOfFundsUpdatePsuData',
    authoriseTransaction: 'consentConfirmationOfFundsUpdatePsuData',
    updateResourceByDebtorAccountResource: 'consentConfirmationOfFundsUpdatePsuData',
    confirmation: 'consentConfirmationOfFundsUpdatePsuData',
    status: 'getConsentConfirmationOfFundsStatus',
    scaStatus: 'consentConfirmationOfFundsGetScaStatus',
    startAuthorisation: 'consentConfirmationOfFundsStartAuth',
  },
  consentConfirmationOfFundsGetScaStatus: { confirmation: 'consentConfirmationOfFundsUpdatePsuData' },
  consentConfirmationOfFundsUpdatePsuData: {
    updatePsuIdentification: 'consentConfirmationOfFundsUpdatePsuData',
    selectAuthenticationMethod: 'consentConfirmationOfFundsUpdatePsuData',
    updatePsuAuthentication: 'consentConfirmationOfFundsUpdatePsuData',
    updateEncryptedPsuAuthentication: 'consentConfirmationOfFundsUpdatePsuData',
    authoriseTransaction: 'consentConfirmationOfFundsUpdatePsuData',
    updateResourceByDebtorAccountResource: 'consentConfirmationOfFundsUpdatePsuData',
    confirmation: 'consentConfirmationOfFundsUpdatePsuData',
    status: 'getConsentConfirmationOfFundsStatus',
    scaStatus: 'consentConfirmationOfFundsGetScaStatus',
    startAuthorisation: 'consentConfirmationOfFundsStartAuth',
  },
  getAccountList: {},
  readAccountDetails: {},
  getBalances: {},
  getTransactionList: { account: 'readAccountDetails', download: 'downloadTransactions' },
  downloadTransactions: {},
  getTransactionDetails: {},
  getCardAccount: {},
  readCardAccount: {},
  getCardAccountBalances: {},
  getCardAccountTransactionList: {},
  getTrustedBeneficiariesList: {},
  checkAvailabilityOfFunds: {},
  createSigningBasket: {
    updatePsuIdentification: 'updateSigningBasketPsuData',
    selectAuthenticationMethod: 'updateSigningBasketPsuData',
    updatePsuAuthentication: 'updateSigningBasketPsuData',
    updateEncryptedPsuAuthentication: 'updateSigningBasketPsuData',
    authoriseTransaction: 'updateSigningBasketPsuData',
    updateResourceByDebtorAccountResource: 'updateSigningBasketPsuData',
    confirmation: 'updateSigningBasketPsuData',
    startAuthorisation: 'startSigningBasketAuthorisation',
    startAuthorisationWithPsuIdentification: 'startSigningBasketAuthorisation',
    startAuthorisationWithPsuAuthentication: 'startSigningBasketAuthorisation',
    startAuthorisationWithEncryptedPsuAuthentication: 'startSigningBasketAuthorisation',
    startAuthorisationWithAuthenticationMethodSelection: 'startSigningBasketAuthorisation',
    self: 'getSigningBasket',
    status: 'getSigningBasketStatus',
    scaStatus: 'getSigningBasketScaStatus',
    startAuthorisationWithPsuIdentfication: 'startSigningBasketAuthorisation',
    startAuthorisationWithAuthentciationMethodSelection: 'startSigningBasketAuthorisation',
  },
  getSigningBasket: {},
  deleteSigningBasket: {},
  getSigningBasketStatus: {},
  getSigningBasketAuthorisation: {},
  startSigningBasketAuthorisation: {
    updatePsuIdentification: 'updateSigningBasketPsuData',
    selectAuthenticationMethod: 'updateSigningBasketPsuData',
    updatePsuAuthentication: 'updateSigningBasketPsuData',
    updateEncryptedPsuAuthentication: 'updateSigningBasketPsuData',
    authoriseTransaction: 'updateSigningBasketPsuData',
    updateResourceByDebtorAccountResource: 'updateSigningBasketPsuData',
    confirmation: 'updateSigningBasketPsuData',
    status: 'getSigningBasketStatus',
    scaStatus: 'getSigningBasketScaStatus',
    startAuthorisation: 'startSigningBasketAuthorisation',
  },
  getSigningBasketScaStatus: { confirmation: 'updateSigningBasketPsuData' },
  updateSigningBasketPsuData: {
    updatePsuIdentification: 'updateSigningBasketPsuData',
    selectAuthenticationMethod: 'updateSigningBasketPsuData',
    updatePsuAuthentication: 'updateSigningBasketPsuData',
    updateEncryptedPsuAuthentication: 'updateSigningBasketPsuData',
    authoriseTransaction: 'updateSigningBasketPsuData',
    updateResourceByDebtorAccountResource: 'updateSigningBasketPsuData',
    confirmation: 'updateSigningBasketPsuData',
    status: 'getSigningBasketStatus',
    scaStatus: 'getSigningBasketScaStatus',
    startAuthorisation: 'startSigningBasketAuthorisation',
  },
  initiatePayment: {
    updatePsuIdentification: 'updatePaymentPsuData',
    selectAuthenticationMethod: 'updatePaymentPsuData',
    updatePsuAuthentication: 'updatePaymentPsuData',
    updateEncryptedPsuAuthentication: 'updatePaymentPsuData',
    authoriseTransaction: 'updatePaymentPsuData',
    updateResourceByDebtorAccountResource: 'updatePaymentPsuData',
    confirmation: 'updatePaymentPsuData',
    startAuthorisation: 'startPaymentAuthorisation',
    startAuthorisationWithPsuIdentification: 'startPaymentAuthorisation',
    startAuthorisationWithPsuAuthentication: 'startPaymentAuthorisation',
    startAuthorisationWithEncryptedPsuAuthentication: 'startPaymentAuthorisation',
    startAuthorisationWithAuthenticationMethodSelection: 'startPaymentAuthorisation',
    self: 'getPaymentInformation',
    status: 'getPaymentInitiationStatus',
    scaStatus: 'getPaymentInitiationScaStatus',
    creditorNameConfirmation: 'creditorConfirmation',
    startAuthorisationWithPsuIdentfication: 'startPaymentAuthorisation',
    startAuthorisationWithAuthentciationMethodSelection: 'startPaymentAuthorisation',
  },
  getPaymentInformation: {},
  cancelPayment: {
    startAuthorisation: 'startPaymentInitiationCancellationAuthorisation',
    startAuthorisationWithPsuIdentification: 'startPaymentInitiationCancellationAuthorisation',
    startAuthorisationWithPsuAuthentication: 'startPaymentInitiationCancellationAuthorisation',
    startAuthorisationWithAuthenticationMethodSelection: 'startPaymentInitiationCancellationAuthorisation',
    self: 'getPaymentInformation',
    status: 'getPaymentInitiationStatus',
    startAuthorisationWithPsuIdentfication: 'startPaymentInitiationCancellationAuthorisation',
    startAuthorisationWithAuthentciationMethodSelection: 'startPaymentInitiationCancellationAuthorisation',
  },
  creditorConfirmation: {
    updatePsuIdentification: 'updatePaymentPsuData',
    selectAuthenticationMethod: 'updatePaymentPsuData',
    updatePsuAuthentication: 'updatePaymentPsuData',
    updateEncryptedPsuAuthentication: 'updatePaymentPsuData',
    authoriseTransaction: 'updatePaymentPsuData',
    updateResourceByDebtorAccountResource: 'updatePaymentPsuData',
    confirmation: 'updatePaymentPsuData',
    startAuthorisation: 'startPaymentAuthorisation',
    startAuthorisationWithPsuIdentification: 'startPaymentAuthorisation',
    startAuthorisationWithPsuAuthentication: 'startPaymentAuthorisation',
    startAuthorisationWithEncryptedPsuAuthentication: 'startPaymentAuthorisation',
    startAuthorisationWithAuthenticationMethodSelection: 'startPaymentAuthorisation',
    self: 'getPaymentInformation',
    status: 'getPaymentInitiationStatus',
    scaStatus: 'getPaymentInitiationScaStatus',
    creditorNameConfirmation: 'creditorConfirmation',
    startAuthorisationWithPsuIdentfication: 'startPaymentAuthorisation',
    startAuthorisationWithAuthentciationMethodSelection: 'startPaymentAuthorisation',
  },
  getBulkPaymentExtendedStatus: {},
  getPaymentInitiationStatus: {},
  getPaymentInitiationAuthorisation: {},
  startPaymentAuthorisation: {
    updatePsuIdentification: 'updatePaymentPsuData',
    selectAuthenticationMethod: 'updatePaymentPsuData',
    updatePsuAuthentication: 'updatePaymentPsuData',
    updateEncryptedPsuAuthentication: 'updatePaymentPsuData',
    authoriseTransaction: 'updatePaymentPsuData',
    updateResourceByDebtorAccountResource: 'updatePaymentPsuData',
    confirmation: 'updatePaymentPsuData',
    status: 'getPaymentInitiationStatus',
    scaStatus: 'getPaymentInitiationScaStatus',
    startAuthorisation: 'startPaymentAuthorisation',
  },
  getPaymentInitiationScaStatus: { confirmation: 'updatePaymentPsuData' },
  updatePaymentPsuData: {
    updatePsuIdentification: 'updatePaymentPsuData',
    selectAuthenticationMethod: 'updatePaymentPsuData',
    updatePsuAuthentication: 'updatePaymentPsuData',
    updateEncryptedPsuAuthentication: 'updatePaymentPsuData',
    authoriseTransaction: 'updatePaymentPsuData',
    updateResourceByDebtorAccountResource: 'updatePaymentPsuData',
    confirmation: 'updatePaymentPsuData',
    status: 'getPaymentInitiationStatus',
    scaStatus: 'getPaymentInitiationScaStatus',
    startAuthorisation: 'startPaymentAuthorisation',
  },
  getPaymentInitiationCancellationAuthorisationInformation: {},
  startPaymentInitiationCancellationAuthorisation: {
    updatePsuIdentification: 'updatePaymentCancellationPsuData',
    selectAuthenticationMethod: 'updatePaymentCancellationPsuData',
    updatePsuAuthentication: 'updatePaymentCancellationPsuData',
    updateEncryptedPsuAuthentication: 'updatePaymentCancellationPsuData',
    authoriseTransaction: 'updatePaymentCancellationPsuData',
    updateResourceByDebtorAccountResource: 'updatePaymentCancellationPsuData',
    confirmation: 'updatePaymentCancellationPsuData',
    status: 'getPaymentInitiationStatus',
    scaStatus: 'getPaymentCancellationScaStatus',
    startAuthorisation: 'startPaymentInitiationCancellationAuthorisation',
  },
  getPaymentCancellationScaStatus: { confirmation: 'updatePaymentCancellationPsuData' },
  updatePaymentCancellationPsuData: {
    updatePsuIdentification: 'updatePaymentCancellationPsuData',
    selectAuthenticationMethod: 'updatePaymentCancellationPsuData',
    updatePsuAuthentication: 'updatePaymentCancellationPsuData',
    updateEncryptedPsuAuthentication: 'updatePaymentCancellationPsuData',
    authoriseTransaction: 'updatePaymentCancellationPsuData',
    updateResourceByDebtorAccountResource: 'updatePaymentCancellationPsuData',
    confirmation: 'updatePaymentCancellationPsuData',
    status: 'getPaymentInitiationStatus',
    scaStatus: 'getPaymentCancellationScaStatus',
    startAuthorisation: 'startPaymentInitiationCancellationAuthorisation',
  },
  verifyPayee: {},
  verifyPayer: {},
  verifyParty: {},
} as const satisfies Record<OperationId, Readonly<Record<string, OperationId>>>;
