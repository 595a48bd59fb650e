import { z } from 'zod';
import { Balance, CardDetails, StandingOrder, Transaction } from '../values/account-entries.ts';
import { AccountReference } from '../values/account-reference.ts';
import { Amount } from '../values/amounts/amount.ts';
import { Bic } from '../values/bic.ts';
import { operation } from './operation.ts';

// Account feed, from the bank to accounts. Each call may be repeated; the bank's own references make it idempotent.

/** A payee whom the PSU has made a trusted beneficiary at the bank. */
export const TrustedBeneficiary = z.object({
  trustedBeneficiaryId: z.string().min(1).max(70).describe('The bank’s id of the entry; never changes.'),
  creditorAccount: AccountReference,
  creditorName: z.string().min(1).max(70),
  creditorAgent: Bic.optional(),
  creditorAlias: z.string().max(140).optional().describe('Name that the PSU has given the creditor.'),
  creditorId: z.string().max(35).optional(),
});
export type TrustedBeneficiary = z.infer<typeof TrustedBeneficiary>;

/** An account in the bank's feed. `bankAccountId` is the bank's own key and is never shown to a TPP. */
export const FeedAccount = z.object({
  bankAccountId: z.string().describe('The bank’s own key of the account. No TPP sees it.'),
  version: z
    .number()
    .optional()
    .describe(
      'Grows with every change; a message with an older version changes nothing. Without it the last message counts.',
    ),
  owners: z.array(z.string()).min(1).describe('PSU-IDs that may see the account.'),
  reference: AccountReference,
  currency: z.string(),
  name: z.string().optional(),
  displayName: z.string().max(70).optional().describe('Name that the PSU has given the account.'),
  product: z.string().optional(),
  bic: Bic.optional(),
  ownerName: z.string().max(140).optional().describe('Answered only as the profile (`ownerNames`) permits.'),
  linkedAccounts: z.string().max(70).optional().describe('Cards or savings accounts linked to this cash account.'),
  details: z.string().max(500).optional().describe('Characteristics: fees, interest, limits.'),
  msisdn: z.string().min(1).max(35).optional().describe('Telephone number that identifies the account as well.'),
  cashAccountType: z.string().describe('ISO 20022 code: CACC, SVGS, CARD …'),
  usage: z.enum(['PRIV', 'ORGA']).optional(),
  status: z.enum(['enabled', 'deleted', 'blocked']).default('enabled'),
  trustedBeneficiaries: z
    .array(TrustedBeneficiary)
    .max(1_000)
    .optional()
    .describe('Creditors that its owners trust (RTS 2018/389, Art. 13); answered if the profile offers it.'),
  creditLimit: Amount.optional(),
  /** For cards: true if debit amounts are positive. */
  debitAccounting: z.boolean().optional(),
  /**
   * Makes it the aggregated account (currency `XXX`) of these sub-accounts, given by their `bankAccountId`. It has no balances,
   * entries and standing orders of its own but shows theirs (Implementation Guidelines, Multicurrency Accounts). The sub-accounts
   * may be fed later.
   */
  subAccounts: z.array(z.string()).min(1).max(50).optional(),
});
export type FeedAccount = z.infer<typeof FeedAccount>;

/** An entry in the bank's feed. `bankReference` stays the same from pending to booked. */
export const FeedTransaction = Transaction.omit({ transactionId: true }).extend({
  bankReference: z.string().describe('The bank’s own key of the entry, the same from pending to booked.'),
  bookingStatus: z.enum(['booked', 'pending']),
  /** Position among the entries of one day; increases with each entry of an account. */
  sequence: z.number(),
  /** Only for entries of a card account. */
  card: CardDetails.optional(),
});
export type FeedTransaction = z.infer<typeof FeedTransaction>;

export const putAccounts = operation('accounts.putAccounts', {
  hop: 'write',
  isRepeatable: true,
  request: z.object({ accounts: z.array(FeedAccount).max(1_000) }),
  reply: z.object({ stored: z.number() }),
});

/** Balances of one account at `version`. A version older than the stored one changes nothing. */
export const putBalances = operation('accounts.putBalances', {
  hop: 'write',
  isRepeatable: true,
  request: z.object({
    bankAccountId: z.string(),
    version: z.number().describe('Grows with every change.'),
    balances: z.array(Balance),
  }),
  reply: z.object({ stored: z.number() }),
});

export const putTransactions = operation('accounts.putTransactions', {
  hop: 'write',
  isRepeatable: true,
  request: z.object({ bankAccountId: z.string(), transactions: z.array(FeedTransaction).max(1_000) }),
  reply: z.object({ stored: z.number() }),
});

/**
 * Pending entries that will never be booked, such as a released card reservation; they are no longer shown. A booked entry stays
 * booked, whichever message comes first. To announce it again, the bank needs a new `bankReference`.
 */
export const withdrawTransactions = operation('accounts.withdrawTransactions', {
  hop: 'write',
  isRepeatable: true,
  request: z.object({ bankAccountId: z.string(), bankReferences: z.array(z.string()).max(1_000) }),
  reply: z.object({ stored: z.number() }),
});

/** All active standing orders of one account at `version`. A version older than the stored one changes nothing. */
export const putStandingOrders = operation('accounts.putStandingOrders', {
  hop: 'write',
  isRepeatable: true,
  request: z.object({
    bankAccountId: z.string(),
    version: z.number().describe('Grows with every change.'),
    standingOrders: z.array(StandingOrder).max(1_000),
  }),
  reply: z.object({ stored: z.number() }),
});
