import * as contracts from '@xs2a/contracts';
import { z } from 'zod';
import {
  AuthorisationLinks,
  CancellationLinks,
  ConfirmationLinks,
  ConsentLinks,
  CreationLinks,
} from './links-of-answers.ts';
import { fieldsOf, strictly } from './strictly.ts';

/** The data of the next step; each belongs to its link (decision 20). */
const { scaMethods, chosenScaMethod, challengeData, psuMessage, scaStatus, authorisationId } = fieldsOf(
  contracts.AuthorisationState,
);
const step = { scaMethods, chosenScaMethod, challengeData, psuMessage };

/** What a TPP should correct (decision 13): a redirect address outside the domains of its certificate. */
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

/** The answer to the start of an authorisation (decision 20). */
export const StartedAuthorisation = z.strictObject({
  scaStatus,
  authorisationId,
  ...step,
  tppMessages,
  _links: AuthorisationLinks,
});
/** The id under both names (decision 14), unless the bank sends those of the standard alone. */
export const StartedCancellationAuthorisation = StartedAuthorisation.extend({ cancellationId: z.string().optional() });
/** The status under both names (decision 14). */
export const UpdatedAuthorisation = StartedAuthorisation.omit({ tppMessages: true }).extend({
  scatransactionStatus: scaStatus.optional(),
});
export const ScaStatusAnswer = z.strictObject({
  ...fieldsOf(contracts.readScaStatus.reply),
  _links: ConfirmationLinks.optional(),
});
export const Authorisations = strictly(contracts.listConsentAuthorisations.reply);
export const CancellationAuthorisations = z.strictObject({
  authorisationIds: z.array(z.string()),
  cancellationIds: z.array(z.string()).optional(),
});

/** Consents of both kinds (decision 17). */
const consentStatus = contracts.ConsentStatus;
export const CreatedConsent = z.strictObject({
  consentStatus,
  consentId: z.string(),
  ...step,
  tppMessages,
  _links: CreationLinks,
});
const { consentId: _, ...consent } = fieldsOf(contracts.ConsentView);
export const Consent = z.strictObject({ ...consent, _links: ConsentLinks });
export const FundsConsent = strictly(contracts.readFundsConsent.reply);
export const ConsentStatusAnswer = z.strictObject({ consentStatus });

/** Payments (Implementation Guidelines, Payment Initiation Request). */
const transactionStatus = contracts.TransactionStatus;
export const CreatedPayment = z.strictObject({
  transactionStatus,
  paymentId: z.string(),
  ...step,
  tppMessages,
  _links: CreationLinks,
});
const added = { transactionStatus, debtorName: z.string().optional() };
export const Payment = z.strictObject({ ...fieldsOf(contracts.SinglePayment), ...added });
export const StandingOrderPayment = z.strictObject({ ...fieldsOf(contracts.PeriodicPayment), ...added });
export const PaymentStatus = strictly(contracts.readPaymentStatus.reply);
export const CancelledPayment = z.strictObject({ transactionStatus, tppMessages, _links: CancellationLinks });

/** Signing baskets (decision 23). */
export const CreatedBasket = z.strictObject({
  transactionStatus: contracts.BasketStatus,
  basketId: z.string(),
  tppMessages,
  _links: CreationLinks,
});
export const Basket = strictly(contracts.readBasket.reply);
export const BasketStatusAnswer = strictly(contracts.readBasketStatus.reply);

/** Funds confirmation (Implementation Guidelines, Confirmation of Funds Request). */
export const FundsAnswer = strictly(contracts.confirmFunds.reply);
