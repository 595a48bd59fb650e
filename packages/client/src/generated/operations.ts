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
  FundsAnswer,
  FundsConfirmationRequest,
  FundsConsent,
  FundsConsentRequest,
  FundsScaStatusAnswer,
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

export type CreateConsentHeader =
  | 'X-Request-ID'
  | 'PSU-ID'
  | 'PSU-ID-Type'
  | 'PSU-Corporate-ID'
  | 'PSU-Corporate-ID-Type'
  | 'TPP-Redirect-Preferred'
  | 'TPP-Decoupled-Preferred'
  | 'TPP-Redirect-URI'
  | 'TPP-Nok-Redirect-URI'
  | 'TPP-Explicit-Authorisation-Preferred'
  | 'TPP-Notification-URI'
  | 'TPP-Notification-Content-Preferred'
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
  | 'X-Request-ID'
  | 'PSU-ID'
  | 'PSU-ID-Type'
  | 'PSU-Corporate-ID'
  | 'PSU-Corporate-ID-Type'
  | 'TPP-Redirect-Preferred'
  | 'TPP-Decoupled-Preferred'
  | 'TPP-Redirect-URI'
  | 'TPP-Nok-Redirect-URI'
  | 'TPP-Notification-URI'
  | 'TPP-Notification-Content-Preferred'
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
export type UpdateAuthorisationHeader =
  | 'X-Request-ID'
  | 'PSU-ID'
  | 'PSU-ID-Type'
  | 'PSU-Corporate-ID'
  | 'PSU-Corporate-ID-Type'
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
export type CreateFundsConsentHeader =
  | 'X-Request-ID'
  | 'PSU-ID'
  | 'PSU-ID-Type'
  | 'PSU-Corporate-ID'
  | 'PSU-Corporate-ID-Type'
  | 'TPP-Redirect-Preferred'
  | 'TPP-Decoupled-Preferred'
  | 'TPP-Redirect-URI'
  | 'TPP-Nok-Redirect-URI'
  | 'TPP-Explicit-Authorisation-Preferred'
  | 'TPP-Notification-URI'
  | 'TPP-Notification-Content-Preferred'
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
export type ReadAccountsHeader =
  | 'X-Request-ID'
  | 'Consent-ID'
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
export type ConfirmFundsHeader = 'X-Request-ID' | 'Consent-ID' | 'Digest' | 'Signature' | 'TPP-Signature-Certificate';
export type CreateBasketHeader =
  | 'X-Request-ID'
  | 'Consent-ID'
  | 'PSU-ID'
  | 'PSU-ID-Type'
  | 'PSU-Corporate-ID'
  | 'PSU-Corporate-ID-Type'
  | 'TPP-Redirect-Preferred'
  | 'TPP-Decoupled-Preferred'
  | 'TPP-Redirect-URI'
  | 'TPP-Nok-Redirect-URI'
  | 'TPP-Explicit-Authorisation-Preferred'
  | 'TPP-Notification-URI'
  | 'TPP-Notification-Content-Preferred'
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
export type CreatePaymentHeader =
  | 'X-Request-ID'
  | 'Consent-ID'
  | 'PSU-ID'
  | 'PSU-ID-Type'
  | 'PSU-Corporate-ID'
  | 'PSU-Corporate-ID-Type'
  | 'TPP-Redirect-Preferred'
  | 'TPP-Decoupled-Preferred'
  | 'TPP-Redirect-URI'
  | 'TPP-Nok-Redirect-URI'
  | 'TPP-Explicit-Authorisation-Preferred'
  | 'TPP-Notification-URI'
  | 'TPP-Notification-Content-Preferred'
  | 'TPP-Rejection-NoFunds-Preferred'
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
export type CancelPaymentHeader =
  | 'X-Request-ID'
  | 'TPP-Redirect-Preferred'
  | 'TPP-Decoupled-Preferred'
  | 'TPP-Redirect-URI'
  | 'TPP-Nok-Redirect-URI'
  | 'TPP-Explicit-Authorisation-Preferred'
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

/** What an operation takes and answers. */
export interface Shapes {
  /** Create a consent for account information. */
  createConsent: {
    path: Record<string, never>;
    query: Record<string, never>;
    headers: CreateConsentHeader;
    body: ConsentRequest;
    answer: CreatedConsent;
  };
  /** Read a consent. */
  getConsentInformation: {
    path: { consentId: string };
    query: Record<string, never>;
    headers: ReadHeader;
    body: undefined;
    answer: Consent;
  };
  /** Delete a consent. */
  deleteConsent: {
    path: { consentId: string };
    query: Record<string, never>;
    headers: ReadHeader;
    body: undefined;
    answer: undefined;
  };
  /** Read the status of a consent. */
  getConsentStatus: {
    path: { consentId: string };
    query: Record<string, never>;
    headers: ReadHeader;
    body: undefined;
    answer: ConsentStatusAnswer;
  };
  /** List the authorisations of a consent. */
  getConsentAuthorisation: {
    path: { consentId: string };
    query: Record<string, never>;
    headers: ReadHeader;
    body: undefined;
    answer: Authorisations;
  };
  /** Start an authorisation of a consent. */
  startConsentAuthorisation: {
    path: { consentId: string };
    query: Record<string, never>;
    headers: StartAuthorisationHeader;
    body: AuthorisationBody | undefined;
    answer: StartedAuthorisation;
  };
  /** Read the SCA status of a consent authorisation. */
  getConsentScaStatus: {
    path: { consentId: string; authorisationId: string };
    query: Record<string, never>;
    headers: ReadHeader;
    body: undefined;
    answer: ScaStatusAnswer;
  };
  /** Send PSU data to a consent authorisation. */
  updateConsentsPsuData: {
    path: { consentId: string; authorisationId: string };
    query: Record<string, never>;
    headers: UpdateAuthorisationHeader;
    body: AuthorisationBody | undefined;
    answer: UpdatedAuthorisation;
  };
  /** Create a funds consent. */
  createConsentConfirmationOfFunds: {
    path: Record<string, never>;
    query: Record<string, never>;
    headers: CreateFundsConsentHeader;
    body: FundsConsentRequest;
    answer: CreatedConsent;
  };
  /** Read a funds consent. */
  getConsentConfirmationOfFunds: {
    path: { consentId: string };
    query: Record<string, never>;
    headers: ReadHeader;
    body: undefined;
    answer: FundsConsent;
  };
  /** Delete a funds consent. */
  deleteConsentConfirmationOfFunds: {
    path: { consentId: string };
    query: Record<string, never>;
    headers: ReadHeader;
    body: undefined;
    answer: undefined;
  };
  /** Read the status of a funds consent. */
  getConsentConfirmationOfFundsStatus: {
    path: { consentId: string };
    query: Record<string, never>;
    headers: ReadHeader;
    body: undefined;
    answer: ConsentStatusAnswer;
  };
  /** List the authorisations of a funds consent. */
  consentConfirmationOfFundsGetAuthorisations: {
    path: { consentId: string };
    query: Record<string, never>;
    headers: ReadHeader;
    body: undefined;
    answer: Authorisations;
  };
  /** Start an authorisation of a funds consent. */
  consentConfirmationOfFundsStartAuth: {
    path: { consentId: string };
    query: Record<string, never>;
    headers: StartAuthorisationHeader;
    body: AuthorisationBody | undefined;
    answer: StartedAuthorisation;
  };
  /** Read the SCA status of a funds consent authorisation. */
  consentConfirmationOfFundsGetScaStatus: {
    path: { consentId: string; authorisationId: string };
    query: Record<string, never>;
    headers: ReadHeader;
    body: undefined;
    answer: FundsScaStatusAnswer;
  };
  /** Send PSU data to a funds consent authorisation. */
  consentConfirmationOfFundsUpdatePsuData: {
    path: { consentId: string; authorisationId: string };
    query: Record<string, never>;
    headers: UpdateAuthorisationHeader;
    body: AuthorisationBody | undefined;
    answer: UpdatedAuthorisation;
  };
  /** List the payment accounts of a consent. */
  getAccountList: {
    path: Record<string, never>;
    query: { withBalance?: boolean | string };
    headers: ReadAccountsHeader;
    body: undefined;
    answer: AccountList;
  };
  /** Read a payment account. */
  readAccountDetails: {
    path: { accountId: string };
    query: { withBalance?: boolean | string };
    headers: ReadAccountsHeader;
    body: undefined;
    answer: AccountDetails;
  };
  /** Read the balances of a payment account. */
  getBalances: {
    path: { accountId: string };
    query: Record<string, never>;
    headers: ReadAccountsHeader;
    body: undefined;
    answer: Balances;
  };
  /** List the transactions of a payment account. */
  getTransactionList: {
    path: { accountId: string };
    query: {
      withBalance?: boolean | string;
      bookingStatus: 'booked' | 'pending' | 'both' | 'information' | 'all';
      dateFrom?: string;
      dateTo?: string;
      deltaList?: boolean | string;
      entryReferenceFrom?: string;
      page?: string;
    };
    headers: ReadAccountsHeader;
    body: undefined;
    answer: TransactionReport;
  };
  /** Download a long transaction report. */
  downloadTransactions: {
    path: { accountId: string; downloadId: string };
    query: Record<string, never>;
    headers: ReadAccountsHeader;
    body: undefined;
    answer: string;
  };
  /** Read a transaction. */
  getTransactionDetails: {
    path: { accountId: string; transactionId: string };
    query: Record<string, never>;
    headers: ReadAccountsHeader;
    body: undefined;
    answer: TransactionDetailsAnswer;
  };
  /** List the card accounts of a consent. */
  getCardAccount: {
    path: Record<string, never>;
    query: { withBalance?: boolean | string };
    headers: ReadAccountsHeader;
    body: undefined;
    answer: CardAccountList;
  };
  /** Read a card account. */
  readCardAccount: {
    path: { accountId: string };
    query: { withBalance?: boolean | string };
    headers: ReadAccountsHeader;
    body: undefined;
    answer: CardAccountDetails;
  };
  /** Read the balances of a card account. */
  getCardAccountBalances: {
    path: { accountId: string };
    query: Record<string, never>;
    headers: ReadAccountsHeader;
    body: undefined;
    answer: CardBalances;
  };
  /** List the transactions of a card account. */
  getCardAccountTransactionList: {
    path: { accountId: string };
    query: {
      withBalance?: boolean | string;
      bookingStatus: 'booked' | 'pending' | 'both' | 'information' | 'all';
      dateFrom?: string;
      dateTo?: string;
      deltaList?: boolean | string;
      entryReferenceFrom?: string;
      page?: string;
    };
    headers: ReadAccountsHeader;
    body: undefined;
    answer: CardTransactionReport;
  };
  /** List the trusted beneficiaries of payment accounts. */
  getTrustedBeneficiariesList: {
    path: Record<string, never>;
    query: { accountId?: string };
    headers: ReadAccountsHeader;
    body: undefined;
    answer: TrustedBeneficiaries;
  };
  /** Confirm the availability of funds. */
  checkAvailabilityOfFunds: {
    path: Record<string, never>;
    query: Record<string, never>;
    headers: ConfirmFundsHeader;
    body: FundsConfirmationRequest;
    answer: FundsAnswer;
  };
  /** Create a signing basket. */
  createSigningBasket: {
    path: Record<string, never>;
    query: Record<string, never>;
    headers: CreateBasketHeader;
    body: SigningBasket;
    answer: CreatedBasket;
  };
  /** Read a signing basket. */
  getSigningBasket: {
    path: { basketId: string };
    query: Record<string, never>;
    headers: ReadHeader;
    body: undefined;
    answer: Basket;
  };
  /** Delete a signing basket. */
  deleteSigningBasket: {
    path: { basketId: string };
    query: Record<string, never>;
    headers: ReadHeader;
    body: undefined;
    answer: undefined;
  };
  /** Read the status of a signing basket. */
  getSigningBasketStatus: {
    path: { basketId: string };
    query: Record<string, never>;
    headers: ReadHeader;
    body: undefined;
    answer: BasketStatusAnswer;
  };
  /** List the authorisations of a signing basket. */
  getSigningBasketAuthorisation: {
    path: { basketId: string };
    query: Record<string, never>;
    headers: ReadHeader;
    body: undefined;
    answer: Authorisations;
  };
  /** Start an authorisation of a signing basket. */
  startSigningBasketAuthorisation: {
    path: { basketId: string };
    query: Record<string, never>;
    headers: StartAuthorisationHeader;
    body: AuthorisationBody | undefined;
    answer: StartedAuthorisation;
  };
  /** Read the SCA status of a basket authorisation. */
  getSigningBasketScaStatus: {
    path: { basketId: string; authorisationId: string };
    query: Record<string, never>;
    headers: ReadHeader;
    body: undefined;
    answer: ScaStatusAnswer;
  };
  /** Send PSU data to a basket authorisation. */
  updateSigningBasketPsuData: {
    path: { basketId: string; authorisationId: string };
    query: Record<string, never>;
    headers: UpdateAuthorisationHeader;
    body: AuthorisationBody | undefined;
    answer: UpdatedAuthorisation;
  };
  /** Initiate a payment. */
  initiatePayment: {
    path: { paymentService: 'payments' | 'bulk-payments' | 'periodic-payments'; paymentProduct: string };
    query: Record<string, never>;
    headers: CreatePaymentHeader;
    body: SinglePayment | string | BulkPayment | PeriodicPayment;
    answer: CreatedPayment;
  };
  /** Read a payment. */
  getPaymentInformation: {
    path: {
      paymentService: 'payments' | 'bulk-payments' | 'periodic-payments';
      paymentProduct: string;
      paymentId: string;
    };
    query: Record<string, never>;
    headers: ReadHeader;
    body: undefined;
    answer: Payment | BulkOrderPayment | StandingOrderPayment;
  };
  /** Cancel a payment. */
  cancelPayment: {
    path: {
      paymentService: 'payments' | 'bulk-payments' | 'periodic-payments';
      paymentProduct: string;
      paymentId: string;
    };
    query: Record<string, never>;
    headers: CancelPaymentHeader;
    body: undefined;
    answer: CancelledPayment;
  };
  /** Read the status of a payment. */
  getPaymentInitiationStatus: {
    path: {
      paymentService: 'payments' | 'bulk-payments' | 'periodic-payments';
      paymentProduct: string;
      paymentId: string;
    };
    query: Record<string, never>;
    headers: ReadHeader;
    body: undefined;
    answer: PaymentStatus;
  };
  /** List the authorisations of a payment. */
  getPaymentInitiationAuthorisation: {
    path: {
      paymentService: 'payments' | 'bulk-payments' | 'periodic-payments';
      paymentProduct: string;
      paymentId: string;
    };
    query: Record<string, never>;
    headers: ReadHeader;
    body: undefined;
    answer: Authorisations;
  };
  /** Start an authorisation of a payment. */
  startPaymentAuthorisation: {
    path: {
      paymentService: 'payments' | 'bulk-payments' | 'periodic-payments';
      paymentProduct: string;
      paymentId: string;
    };
    query: Record<string, never>;
    headers: StartAuthorisationHeader;
    body: AuthorisationBody | undefined;
    answer: StartedAuthorisation;
  };
  /** Read the SCA status of a payment authorisation. */
  getPaymentInitiationScaStatus: {
    path: {
      paymentService: 'payments' | 'bulk-payments' | 'periodic-payments';
      paymentProduct: string;
      paymentId: string;
      authorisationId: string;
    };
    query: Record<string, never>;
    headers: ReadHeader;
    body: undefined;
    answer: ScaStatusAnswer;
  };
  /** Send PSU data to a payment authorisation. */
  updatePaymentPsuData: {
    path: {
      paymentService: 'payments' | 'bulk-payments' | 'periodic-payments';
      paymentProduct: string;
      paymentId: string;
      authorisationId: string;
    };
    query: Record<string, never>;
    headers: UpdateAuthorisationHeader;
    body: AuthorisationBody | undefined;
    answer: UpdatedAuthorisation;
  };
  /** List the authorisations of a cancellation. */
  getPaymentInitiationCancellationAuthorisationInformation: {
    path: {
      paymentService: 'payments' | 'bulk-payments' | 'periodic-payments';
      paymentProduct: string;
      paymentId: string;
    };
    query: Record<string, never>;
    headers: ReadHeader;
    body: undefined;
    answer: CancellationAuthorisations;
  };
  /** Start an authorisation of a cancellation. */
  startPaymentInitiationCancellationAuthorisation: {
    path: {
      paymentService: 'payments' | 'bulk-payments' | 'periodic-payments';
      paymentProduct: string;
      paymentId: string;
    };
    query: Record<string, never>;
    headers: StartAuthorisationHeader;
    body: AuthorisationBody | undefined;
    answer: StartedCancellationAuthorisation;
  };
  /** Read the SCA status of a cancellation authorisation. */
  getPaymentCancellationScaStatus: {
    path: {
      paymentService: 'payments' | 'bulk-payments' | 'periodic-payments';
      paymentProduct: string;
      paymentId: string;
      authorisationId: string;
    };
    query: Record<string, never>;
    headers: ReadHeader;
    body: undefined;
    answer: ScaStatusAnswer;
  };
  /** Send PSU data to a cancellation authorisation. */
  updatePaymentCancellationPsuData: {
    path: {
      paymentService: 'payments' | 'bulk-payments' | 'periodic-payments';
      paymentProduct: string;
      paymentId: string;
      authorisationId: string;
    };
    query: Record<string, never>;
    headers: UpdateAuthorisationHeader;
    body: AuthorisationBody | undefined;
    answer: UpdatedAuthorisation;
  };
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
} as const satisfies Record<OperationId, { method: string; path: string; status: number; isRepeatable: boolean }>;

/** Where the links of an answer lead. */
export const LINKS = {
  createConsent: {
    updatePsuIdentification: 'updateConsentsPsuData',
    selectAuthenticationMethod: 'updateConsentsPsuData',
    updatePsuAuthentication: 'updateConsentsPsuData',
    updateEncryptedPsuAuthentication: 'updateConsentsPsuData',
    authoriseTransaction: 'updateConsentsPsuData',
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
    confirmation: 'updatePaymentPsuData',
    startAuthorisation: 'startPaymentAuthorisation',
    startAuthorisationWithPsuIdentification: 'startPaymentAuthorisation',
    startAuthorisationWithPsuAuthentication: 'startPaymentAuthorisation',
    startAuthorisationWithEncryptedPsuAuthentication: 'startPaymentAuthorisation',
    startAuthorisationWithAuthenticationMethodSelection: 'startPaymentAuthorisation',
    self: 'getPaymentInformation',
    status: 'getPaymentInitiationStatus',
    scaStatus: 'getPaymentInitiationScaStatus',
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
  getPaymentInitiationStatus: {},
  getPaymentInitiationAuthorisation: {},
  startPaymentAuthorisation: {
    updatePsuIdentification: 'updatePaymentPsuData',
    selectAuthenticationMethod: 'updatePaymentPsuData',
    updatePsuAuthentication: 'updatePaymentPsuData',
    updateEncryptedPsuAuthentication: 'updatePaymentPsuData',
    authoriseTransaction: 'updatePaymentPsuData',
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
    confirmation: 'updatePaymentCancellationPsuData',
    status: 'getPaymentInitiationStatus',
    scaStatus: 'getPaymentCancellationScaStatus',
    startAuthorisation: 'startPaymentInitiationCancellationAuthorisation',
  },
} as const satisfies Record<OperationId, Readonly<Record<string, OperationId>>>;
