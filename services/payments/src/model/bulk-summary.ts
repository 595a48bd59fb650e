import { AccountReference, Amount, BulkPayee } from '@xs2a/contracts';
import { z } from 'zod';

/** Content of a bulk payment for approval, and its execution days. Computed once, when the message is received. */
export const BulkSummary = z.object({
  numberOfTransactions: z.int().min(1),
  /** One per currency. */
  totals: z.array(Amount),
  debtorAccounts: z.array(AccountReference),
  /** The first payees, as many as are shown to a PSU. */
  payees: z.array(BulkPayee),
  /** Hash of the names, accounts and amounts of all payees. */
  payeesHash: z.string(),
  /** Requested execution date of each PmtInf block. */
  days: z.array(z.string()).min(1),
});
export type BulkSummary = z.infer<typeof BulkSummary>;
