import { z } from 'zod';
import { AccountReference } from './account-reference.ts';
import { Amount } from './amounts/amount.ts';

/** Maximum characters of a name (EPC218-23). `creditorName` of a payment is shorter. */
const NAME_MAX = 140;

/**
 * Result of comparing a name with the holder of an account: match, close match, no match, not possible (verification of payee,
 * Regulation (EU) 260/2012, Art. 5c; codes of EPC218-23).
 */
export const PartyNameMatch = z.enum(['MTCH', 'CMTC', 'NMTC', 'NOAP']);
export type PartyNameMatch = z.infer<typeof PartyNameMatch>;

/** Result of comparing an identifier, such as a tax number, with the holder of an account. Numbers have no close match. */
export const PartyIdMatch = z.enum(['MTCH', 'NMTC', 'NOAP']);

/** Name of the holder of an account as its bank has it. Disclosed with a close match only. */
export const MatchedName = z.string().min(1).max(NAME_MAX);

/** Milliseconds that a verification of payee may take as a whole (EPC218-23). Without an answer it was not possible. */
export const PAYEE_VERIFICATION_MS = 5_000;

/** Result of a verification of payee as the payer sees it. */
export const PayeeVerification = z.object({
  partyNameMatch: PartyNameMatch,
  /** With a close match only. */
  matchedName: MatchedName.optional(),
});
export type PayeeVerification = z.infer<typeof PayeeVerification>;

/** A transfer whose payee the PSU must confirm (`originalTransactionInformationAndVopStatus`, guidelines 1.3.16). */
export const VerifiedTransaction = z.object({
  transactionStatus: z.literal('RVCM'),
  originalInstructionId: z.string().optional(),
  originalEndToEndId: z.string().optional(),
  originalTransactionReference: z.object({
    instructedAmount: Amount,
    creditor: z.object({ name: z.string() }),
    creditorAccount: AccountReference,
  }),
  creditorNameMatch: PartyNameMatch.exclude(['MTCH']),
  /** With a close match only. */
  matchedCreditorName: MatchedName.optional(),
});
export type VerifiedTransaction = z.infer<typeof VerifiedTransaction>;

/** Whether the payer must be told before it approves: anything but a match. */
export function needsCare(verification: PayeeVerification | undefined): boolean {
  return verification !== undefined && verification.partyNameMatch !== 'MTCH';
}
