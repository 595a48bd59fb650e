import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** One booking: debit (negative) and credit (positive) lines that sum to zero per currency. Postings never change. */
export const Posting = z.object({
  _id: z.string(),
  /** The executed payment. It is unique: no payment is booked twice. */
  paymentId: z.string().optional(),
  at: z.date(),
  bookingDate: z.string(),
  lines: z.array(z.object({ ledgerAccountId: z.string(), currency: z.string(), amount: z.bigint() })).min(2),
});
export type Posting = z.infer<typeof Posting>;

export const POSTINGS = storedCollection('postings', Posting, {
  indexes: [{ key: { paymentId: 1 }, unique: true, partialFilterExpression: { paymentId: { $exists: true } } }],
});

/** Throws if the lines do not sum to zero, which would be a bug. */
export function assertBalanced(lines: readonly Pick<Posting['lines'][number], 'currency' | 'amount'>[]): void {
  const sums = new Map<string, bigint>();
  for (const { currency, amount } of lines) sums.set(currency, (sums.get(currency) ?? 0n) + amount);
  for (const [currency, sum] of sums) if (sum !== 0n) throw new Error(`a posting in ${currency} does not sum to zero`);
}
