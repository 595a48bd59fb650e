import { z } from 'zod';
import { AccountReference } from '../account-reference.ts';
import { Amount } from '../amounts/amount.ts';
import { MatchedName, PartyNameMatch } from '../payee-verification.ts';

/** One payee of a bulk payment for display. */
export const BulkPayee = z.object({
  creditorName: z.string(),
  creditorAccount: AccountReference,
  instructedAmount: Amount,
});
export type BulkPayee = z.infer<typeof BulkPayee>;

/** How many payees of a bulk have each result of the verification of payee. */
export const PayeeCounts = z.object({
  MTCH: z.int().min(0),
  CMTC: z.int().min(0),
  NMTC: z.int().min(0),
  NOAP: z.int().min(0),
});
export type PayeeCounts = z.infer<typeof PayeeCounts>;

const PayeeInDoubt = BulkPayee.extend({
  partyNameMatch: PartyNameMatch.exclude(['MTCH']),
  matchedName: MatchedName.optional(),
});
export type PayeeInDoubt = z.infer<typeof PayeeInDoubt>;

/** Results of verifications of the payees of a bulk as the payer sees them. */
export const BulkVerification = z.object({
  counts: PayeeCounts,
  /** The first payees whose name is no match, no matches before the others; as many as are shown to a PSU. */
  inDoubt: z.array(PayeeInDoubt),
  /** Hash of the results of all payees. */
  resultsHash: z.string(),
});
export type BulkVerification = z.infer<typeof BulkVerification>;
