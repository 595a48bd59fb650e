import { PartyIdMatch, PayeeVerification } from '@xs2a/contracts';
import { z } from 'zod';

/**
 * One verification of the payee of a payment. They are kept, because a payer who was not told of a wrong name need not bear the
 * loss (Regulation (EU) 260/2012, Art. 5c(8)). The IBAN is that of the order.
 */
export const PayeeCheck = z.object({
  /** Id of the question to the bank. */
  requestId: z.string(),
  requestedName: z.string(),
  askedAt: z.date(),
  /** Absent while the check runs, and if the process that ran it died. The first answer counts. */
  result: PayeeVerification.extend({
    at: z.date(),
    partyIdMatch: PartyIdMatch.optional(),
    /** No answer came in time. */
    unanswered: z.literal(true).optional(),
  }).optional(),
});
export type PayeeCheck = z.infer<typeof PayeeCheck>;
