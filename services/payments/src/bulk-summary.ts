import { AccountReference, Amount, BulkPayee } from '@xs2a/contracts';
import { z } from 'zod';

/** What a PSU approves of a bulk payment, and when it is executed: reckoned once, when the message came in. */
export const BulkSummary = z.object({
  numberOfTransactions: z.int().min(1),
  /** One for each currency. */
  totals: z.array(Amount),
  debtorAccounts: z.array(AccountReference),
  /** The first of them. */
  payees: z.array(BulkPayee),
  /** Of all of them: names, accounts and amounts. */
  payeesHash: z.string(),
  /** The requested day of each block. */
  days: z.array(z.string()).min(1),
});
export type BulkSummary = z.infer<typeof BulkSummary>;
