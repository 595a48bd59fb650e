import { FeedTransaction, Transaction } from '@xs2a/contracts';
import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** One of the lists of an answer. */
export const List = z.enum(['booked', 'pending']);
export type List = z.infer<typeof List>;

/**
 * An entry of an account as it was fed. It hangs on `bankAccountId`, which is known before the account itself is fed.
 * Beside `entry` (what is answered, to the letter, amounts as wire text because nothing here calculates) stands only
 * what it is found and ordered by.
 */
const KnownTransaction = z.object({
  /** transactionId: random, given at the first word of the bank, the same from pending to booked. */
  _id: z.string(),
  bankAccountId: z.string(),
  bankReference: z.string(),
  bookingStatus: List,
  /** `YYYY-MM-DD`, what dateFrom and dateTo mean: booking date when booked, entry date while pending (interface 4.4). */
  entryDate: z.string(),
  sequence: z.number(),
  entry: Transaction.omit({ transactionId: true }).extend({ card: FeedTransaction.shape.card }),
});
/** An entry that readers may ask for. */
export type KnownTransaction = z.infer<typeof KnownTransaction>;

const { entryDate, sequence, entry } = KnownTransaction.shape;

/**
 * As it is stored. A withdrawn entry is in no list and has no details; it stays so that late messages find it withdrawn,
 * without content where it was withdrawn before it came.
 */
export const StoredTransaction = KnownTransaction.extend({
  bookingStatus: z.enum([...List.options, 'withdrawn']),
  entryDate: entryDate.optional(),
  sequence: sequence.optional(),
  entry: entry.optional(),
});
export type StoredTransaction = z.infer<typeof StoredTransaction>;

/** The order of lists: the newest day first, of one day the entry that came last. The id makes it total. */
export const BY_DATE = { bankAccountId: 1, bookingStatus: 1, entryDate: -1, sequence: -1, _id: 1 } as const;

/** The order of delta lists: what the bank told last comes first, whatever its day. */
export const BY_ARRIVAL = { bankAccountId: 1, bookingStatus: 1, sequence: -1, _id: 1 } as const;

export const TRANSACTIONS = storedCollection('transactions', StoredTransaction, {
  indexes: [
    { key: { bankAccountId: 1, bankReference: 1 }, unique: true },
    { key: BY_DATE },
    { key: BY_ARRIVAL },
    {
      key: { bankAccountId: 1, 'entry.entryReference': 1 },
      name: 'by_entry_reference',
      partialFilterExpression: { 'entry.entryReference': { $exists: true } },
    },
  ],
});

/** The entry of a payment account as a TPP may see it. */
export function transactionView({ _id, entry }: Pick<KnownTransaction, '_id' | 'entry'>): Transaction {
  const { card: _, ...shown } = entry;
  return { transactionId: _id, ...shown };
}
