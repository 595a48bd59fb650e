import * as contracts from '@xs2a/contracts';
import { AccountQuery, AuthorisationBody, TransactionQuery, TrustedBeneficiariesQuery } from '@xs2a/gateway/interface';
import type { z } from 'zod';

/** The JSON body of a request, by its endpoint; for payments by the service in the address. */
const BODIES: Partial<Record<contracts.EndpointKey, z.ZodType>> = {
  createConsent: contracts.ConsentRequest,
  createConsentConfirmationOfFunds: contracts.FundsConsentRequest,
  checkAvailabilityOfFunds: contracts.FundsConfirmationRequest,
  verifyPayee: contracts.PartyVerificationRequest,
  verifyPayer: contracts.PartyVerificationRequest,
  verifyParty: contracts.PartyVerificationRequest,
  createSigningBasket: contracts.SigningBasket,
};

const ORDERS: Readonly<Record<contracts.PaymentService, z.ZodType>> = {
  payments: contracts.PostedPayment,
  'periodic-payments': contracts.PostedPeriodicPayment,
  'bulk-payments': contracts.BulkPayment,
};

export function bodyOf(
  key: contracts.EndpointKey,
  service: contracts.PaymentService | undefined,
): z.ZodType | undefined {
  if (key === 'initiatePayment' && service !== undefined) return ORDERS[service];
  return 'authorises' in contracts.ENDPOINTS[key] ? AuthorisationBody : BODIES[key];
}

/** The query of a request. */
export const QUERIES: Partial<Record<contracts.EndpointKey, z.ZodObject>> = {
  getAccountList: AccountQuery,
  readAccountDetails: AccountQuery,
  getTransactionList: TransactionQuery,
  getTrustedBeneficiariesList: TrustedBeneficiariesQuery,
  getCardAccount: AccountQuery,
  readCardAccount: AccountQuery,
  getCardAccountTransactionList: TransactionQuery,
};
