import * as contracts from '@xs2a/contracts';
import { z } from 'zod';
import {
  AuthorisationLinks,
  CancellationLinks,
  ConfirmationLinks,
  ConsentLinks,
  CreatedPaymentLinks,
  CreationLinks,
} from './link-answers.ts';
import { fieldsOf, strictSchema } from './strict-response-schema.ts';

/** The data for the next step of the authorisation. */
const { scaMethods, chosenScaMethod, challengeData, psuMessage, scaStatus, authorisationId } = fieldsOf(
  contracts.AuthorisationState,
);
/** Accounts that may pay an order without `debtorAccount`: the PSU chooses one. */
const debtorAccounts = z.array(contracts.AccountReference.extend({ name: z.string() })).optional();
const step = { scaMethods, debtorAccounts, chosenScaMethod, challengeData, psuMessage };

/** Warnings, for example of a redirect address outside the domains of the TPP's certificate. */
const tppMessages = z
  .array(
    z.strictObject({
      category: z.literal('WARNING'),
      code: z.literal('WARNING'),
      path: z.string(),
      text: z.string().max(500),
    }),
  )
  .optional();

/** The answer to the start of an authorisation. */
export const StartedAuthorisation = z.strictObject({
  scaStatus,
  authorisationId,
  ...step,
  tppMessages,
  _links: AuthorisationLinks,
});
/** The id under both names (decision 14), unless the bank sends standard names only. */
export const StartedCancellationAuthorisation = StartedAuthorisation.extend({ cancellationId: z.string().optional() });
/** The status under both names (decision 14). */
export const UpdatedAuthorisation = StartedAuthorisation.extend({
  scatransactionStatus: scaStatus.optional(),
});
export const ScaStatusAnswer = z.strictObject({
  ...fieldsOf(contracts.readScaStatus.reply),
  _links: ConfirmationLinks.optional(),
});
export const FundsScaStatusAnswer = ScaStatusAnswer.omit({ psuMessage: true, trustedBeneficiaryFlag: true });
export const Authorisations = strictSchema(contracts.listConsentAuthorisations.reply);
export const CancellationAuthorisations = z.strictObject({
  authorisationIds: z.array(z.string()),
  cancellationIds: z.array(z.string()).optional(),
});

const consentStatus = contracts.ConsentStatus;
export const CreatedConsent = z.strictObject({
  consentStatus,
  consentId: z.string(),
  ...step,
  tppMessages,
  _links: CreationLinks,
});
/** A card of a consent has its masked number under both names (decision 14). */
export const ConsentedAccount = z.strictObject({
  ...fieldsOf(contracts.AccountReference),
  pan: contracts.CardNumber.optional(),
});
const consented = z.array(ConsentedAccount).optional();
/** Statements are never granted. */
const { statements: _statements, ...grantable } = fieldsOf(contracts.AccountAccess);
export const GrantedAccess = z.strictObject({
  ...grantable,
  accounts: consented,
  balances: consented,
  transactions: consented,
  additionalInformation: z.strictObject({ ownerName: consented, trustedBeneficiaries: consented }).optional(),
});
const { consentId: _, ...consent } = fieldsOf(contracts.ConsentView);
export const Consent = z.strictObject({ ...consent, access: GrantedAccess, _links: ConsentLinks });
export const FundsConsent = z.strictObject({
  ...fieldsOf(contracts.readFundsConsent.reply),
  account: ConsentedAccount,
  access: z.strictObject({ balances: consented, transactions: consented }).optional(),
});
export const ConsentStatusAnswer = z.strictObject({ consentStatus });

const toldStatus = contracts.ToldTransactionStatus;
export const CreatedPayment = z.strictObject({
  transactionStatus: toldStatus,
  paymentId: z.string(),
  ...step,
  tppMessages,
  _links: CreatedPaymentLinks,
});
export const CreditorConfirmation = CreatedPayment.omit({ paymentId: true, tppMessages: true });
const paymentState = { transactionStatus: toldStatus, debtorName: z.string().optional(), tppMessages };
export const Payment = z.strictObject({ ...fieldsOf(contracts.PostedPayment), ...paymentState });
export const StandingOrderPayment = z.strictObject({ ...fieldsOf(contracts.PostedPeriodicPayment), ...paymentState });
export const BulkOrderPayment = z.strictObject({ ...fieldsOf(contracts.BulkPayment), ...paymentState });
const { transliterated: _texts, ...status } = fieldsOf(contracts.readPaymentStatus.reply);
export const PaymentStatus = z.strictObject({
  ...status,
  originalTransactionInformationAndVopStatus: z.array(strictSchema(contracts.VerifiedTransaction)).optional(),
});
export const BulkStatus = strictSchema(contracts.readExtendedStatus.reply);
export const CancelledPayment = z.strictObject({
  transactionStatus: contracts.TransactionStatus,
  scaMethods,
  tppMessages,
  _links: CancellationLinks,
});

export const CreatedBasket = z.strictObject({
  transactionStatus: contracts.BasketStatus,
  basketId: z.string(),
  scaMethods,
  tppMessages,
  _links: CreationLinks,
});
/** `ACSC` is the status of a basket with all payments settled; the owning service has no such status (decision 23). */
const basketStatus = z.enum([...contracts.BasketStatus.options, 'ACSC']);
const { settled: __, ...basket } = fieldsOf(contracts.readBasket.reply);
export const Basket = z.strictObject({ ...basket, transactionStatus: basketStatus });
export const BasketStatusAnswer = z.strictObject({ transactionStatus: basketStatus });

export const PartyVerificationAnswer = strictSchema(contracts.verifyParty.reply);
export const FundsAnswer = strictSchema(contracts.confirmFunds.reply);
