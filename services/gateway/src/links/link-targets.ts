import type { EndpointKey } from '@xs2a/contracts';
import type { LinkName } from './link-names.ts';

/** Returns the links of an authorisation. Links that start one lead to the list of authorisations, all others to the authorisation. */
function authorisation<Start extends EndpointKey, Update extends EndpointKey, Status extends EndpointKey>(
  start: Start,
  update: Update,
  scaStatus: Status,
) {
  return {
    scaStatus,
    startAuthorisation: start,
    startAuthorisationWithPsuIdentification: start,
    startAuthorisationWithPsuAuthentication: start,
    startAuthorisationWithEncryptedPsuAuthentication: start,
    startAuthorisationWithAuthenticationMethodSelection: start,
    updatePsuIdentification: update,
    updatePsuAuthentication: update,
    updateEncryptedPsuAuthentication: update,
    updateResourceByDebtorAccountResource: update,
    selectAuthenticationMethod: update,
    authoriseTransaction: update,
    confirmation: update,
  } as const;
}

/** The endpoint of each link of a resource. */
export const LINK_TARGETS = {
  consent: {
    self: 'getConsentInformation',
    status: 'getConsentStatus',
    account: 'getAccountList',
    cardAccount: 'getCardAccount',
    ...authorisation('startConsentAuthorisation', 'updateConsentsPsuData', 'getConsentScaStatus'),
  },
  fundsConsent: {
    self: 'getConsentConfirmationOfFunds',
    status: 'getConsentConfirmationOfFundsStatus',
    ...authorisation(
      'consentConfirmationOfFundsStartAuth',
      'consentConfirmationOfFundsUpdatePsuData',
      'consentConfirmationOfFundsGetScaStatus',
    ),
  },
  payment: {
    self: 'getPaymentInformation',
    status: 'getPaymentInitiationStatus',
    creditorNameConfirmation: 'creditorConfirmation',
    ...authorisation('startPaymentAuthorisation', 'updatePaymentPsuData', 'getPaymentInitiationScaStatus'),
  },
  cancellation: {
    self: 'getPaymentInformation',
    status: 'getPaymentInitiationStatus',
    ...authorisation(
      'startPaymentInitiationCancellationAuthorisation',
      'updatePaymentCancellationPsuData',
      'getPaymentCancellationScaStatus',
    ),
  },
  basket: {
    self: 'getSigningBasket',
    status: 'getSigningBasketStatus',
    ...authorisation('startSigningBasketAuthorisation', 'updateSigningBasketPsuData', 'getSigningBasketScaStatus'),
  },
  account: {
    account: 'readAccountDetails',
    balances: 'getBalances',
    transactions: 'getTransactionList',
    trustedBeneficiaries: 'getTrustedBeneficiariesList',
    transactionDetails: 'getTransactionDetails',
    download: 'downloadTransactions',
  },
  cardAccount: {
    cardAccount: 'readCardAccount',
    balances: 'getCardAccountBalances',
    transactions: 'getCardAccountTransactionList',
    cardTransactions: 'getCardAccountTransactionList',
  },
} as const satisfies Record<string, Partial<Record<LinkName, EndpointKey>>>;

export type LinkedResource = keyof typeof LINK_TARGETS;

/** Query parameters in the addresses of links, each with the name of its value. */
export const LINK_QUERIES: Partial<Record<LinkName, Readonly<Record<string, string>>>> = {
  trustedBeneficiaries: { 'account-id': 'accountId' },
};

/** Resources that can be authorised. */
export type AuthorisedResource = 'consent' | 'fundsConsent' | 'payment' | 'cancellation' | 'basket';
