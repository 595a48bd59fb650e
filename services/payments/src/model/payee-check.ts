import { PartyIdMatch, PayeeCounts, PayeeVerification } from '@xs2a/contracts';
import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** The bank's answer about a payee. */
const PayeeAnswer = PayeeVerification.extend({
  partyIdMatch: PartyIdMatch.optional(),
  /** No answer came in time. */
  unanswered: z.literal(true).optional(),
  /** Of a bulk, whose `partyNameMatch` is the one that needs most care. Each result is in `payeeResults`. */
  counts: PayeeCounts.optional(),
});
export type PayeeAnswer = z.infer<typeof PayeeAnswer>;

/**
 * One verification of the payee of a payment, or of all payees of a bulk. They are kept, because a payer who was not told of a
 * wrong name need not bear the loss (Regulation (EU) 260/2012, Art. 5c(8)). The IBAN is that of the order.
 */
export const PayeeCheck = z.object({
  /** Id of the question to the bank; of a bulk, id of the check. */
  requestId: z.string(),
  /** Absent for a bulk: the names are those of its transfers. */
  requestedName: z.string().optional(),
  askedAt: z.date(),
  /** Absent while the check runs, and if the process that ran it died. The first answer counts. */
  result: PayeeAnswer.extend({ at: z.date() }).optional(),
});
export type PayeeCheck = z.infer<typeof PayeeCheck>;

/** Results of consecutive transfers of a bulk in one of its checks. Written once. */
const PayeeResults = z.object({
  /** Check, block and first transfer: of two processes that ask at the same time, the first stores its results. */
  _id: z.string(),
  paymentId: z.string(),
  /** Id of the check. */
  requestId: z.string(),
  at: z.date(),
  /** Null for a transfer whose payee is not verified. `requestId` is that of the question to the bank. */
  results: z.array(PayeeAnswer.omit({ counts: true }).extend({ requestId: z.string() }).nullable()),
});
export type PayeeResults = z.infer<typeof PayeeResults>;

export const PAYEE_RESULTS = storedCollection('payeeResults', PayeeResults, {
  indexes: [{ key: { paymentId: 1, requestId: 1 } }],
});
