import type { EndpointKey } from '@xs2a/contracts';
import { z } from 'zod';
import * as accounts from './account-answers.ts';
import * as resources from './resource-answers.ts';

const NONE = undefined;

const AUTHORISATION = {
  started: resources.StartedAuthorisation,
  updated: resources.UpdatedAuthorisation,
  status: resources.ScaStatusAnswer,
  list: resources.Authorisations,
};

/**
 * JSON body of each endpoint's successful answer, with all its possible fields; undefined if there is no body or only XML. The
 * OpenAPI document is generated from it, and tests compare all answers with it.
 */
export const ANSWERS = {
  createConsent: resources.CreatedConsent,
  getConsentInformation: resources.Consent,
  deleteConsent: NONE,
  getConsentStatus: resources.ConsentStatusAnswer,
  getConsentAuthorisation: AUTHORISATION.list,
  startConsentAuthorisation: AUTHORISATION.started,
  getConsentScaStatus: AUTHORISATION.status,
  updateConsentsPsuData: AUTHORISATION.updated,

  createConsentConfirmationOfFunds: resources.CreatedConsent,
  getConsentConfirmationOfFunds: resources.FundsConsent,
  deleteConsentConfirmationOfFunds: NONE,
  getConsentConfirmationOfFundsStatus: resources.ConsentStatusAnswer,
  consentConfirmationOfFundsGetAuthorisations: AUTHORISATION.list,
  consentConfirmationOfFundsStartAuth: AUTHORISATION.started,
  consentConfirmationOfFundsGetScaStatus: resources.FundsScaStatusAnswer,
  consentConfirmationOfFundsUpdatePsuData: AUTHORISATION.updated,

  getAccountList: accounts.AccountList,
  readAccountDetails: accounts.AccountDetails,
  getBalances: accounts.Balances,
  getTrustedBeneficiariesList: accounts.TrustedBeneficiaries,
  getTransactionList: accounts.TransactionReport,
  downloadTransactions: NONE,
  getTransactionDetails: accounts.TransactionDetailsAnswer,
  getCardAccount: accounts.CardAccountList,
  readCardAccount: accounts.CardAccountDetails,
  getCardAccountBalances: accounts.CardBalances,
  getCardAccountTransactionList: accounts.CardTransactionReport,
  checkAvailabilityOfFunds: resources.FundsAnswer,

  createSigningBasket: resources.CreatedBasket,
  getSigningBasket: resources.Basket,
  deleteSigningBasket: NONE,
  getSigningBasketStatus: resources.BasketStatusAnswer,
  getSigningBasketAuthorisation: AUTHORISATION.list,
  startSigningBasketAuthorisation: AUTHORISATION.started,
  getSigningBasketScaStatus: AUTHORISATION.status,
  updateSigningBasketPsuData: AUTHORISATION.updated,

  initiatePayment: resources.CreatedPayment,
  getPaymentInformation: z.union([resources.StandingOrderPayment, resources.BulkOrderPayment, resources.Payment]),
  cancelPayment: resources.CancelledPayment,
  creditorConfirmation: resources.CreditorConfirmation,
  getBulkPaymentExtendedStatus: resources.BulkStatus,
  getPaymentInitiationStatus: resources.PaymentStatus,
  getPaymentInitiationAuthorisation: AUTHORISATION.list,
  startPaymentAuthorisation: AUTHORISATION.started,
  getPaymentInitiationScaStatus: AUTHORISATION.status,
  updatePaymentPsuData: AUTHORISATION.updated,
  getPaymentInitiationCancellationAuthorisationInformation: resources.CancellationAuthorisations,
  startPaymentInitiationCancellationAuthorisation: resources.StartedCancellationAuthorisation,
  getPaymentCancellationScaStatus: AUTHORISATION.status,
  updatePaymentCancellationPsuData: AUTHORISATION.updated,

  verifyPayee: resources.PartyVerificationAnswer,
  verifyPayer: resources.PartyVerificationAnswer,
  verifyParty: resources.PartyVerificationAnswer,
} as const satisfies Record<EndpointKey, z.ZodType | undefined>;
