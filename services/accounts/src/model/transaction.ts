import { FeedTransaction, Transaction } from '@xs2a/contracts';
import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** The lists of entries in an account report. */
export const List = z.enum(['booked', 'pending']);
export type List = z.infer<typeof List>;

/**
 * An entry of an account as fed by the bank. It refers to `bankAccountId`, which exists before the account itself is fed. `entry`
 * is the content for responses; its amounts are the bank's text because nothing here calculates with them. The other fields are
 * for finding and sorting.
 */
const KnownTransaction = z.object({
  /** transactionId: random, assigned when the bank first names the entry, the same while pending and when booked. */
  _id: z.string(),
  bankAccountId: z.string(),
  bankReference: z.string(),
  bookingStatus: List,
  /** `YYYY-MM-DD`, compared with dateFrom and dateTo: the booking date of a booked entry, the entry date of a pending one (decision 19). */
  entryDate: z.string(),
  sequence: z.number(),
  entry: Transaction.omit({ transactionId: true }).extend({ card: FeedTransaction.shape.card }),
});
/** An entry that is not withdrawn. Readers find no others. */
export type KnownTransaction = z.infer<typeof KnownTransaction>;

const { entryDate, sequence, entry } = KnownTransaction.shape;

/**
 * The rendered JSON of an entry in lists, without braces, which pages copy (docs/performance.md). `of` identifies the entry
 * content, profile and code. Items of a batch and the balance are separate, because not every page has them.
 */
export const Rendering = z.object({
  of: z.number(),
  json: z.string(),
  items: z.string().optional(),
  itemCount: z.number().optional(),
  balance: z.string().optional(),
});
export type Rendering = z.infer<typeof Rendering>;

/**
 * An entry as stored. A withdrawn entry is in no list and has no details. It is kept so that a late announcement finds it
 * withdrawn; it has no content if the withdrawal arrived first.
 */
export const StoredTransaction = KnownTransaction.extend({
  bookingStatus: z.enum([...List.options, 'withdrawn']),
  entryDate: entryDate.optional(),
  sequence: sequence.optional(),
  entry: entry.optional(),
  /** Missing for entries fed to earlier versions, and void under another profile: these are rendered when they are read. */
  rendered: Rendering.optional(),
});
export type StoredTransaction = z.infer<typeof StoredTransaction>;

/** Sort order of lists: by day, newest first, and within a day by arrival, latest first. The id makes the order total. */
export const BY_DATE = { bankAccountId: 1, bookingStatus: 1, entryDate: -1, sequence: -1, _id: 1 } as const;

/** Sort order of delta lists: by arrival, latest first, regardless of the day. */
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
  retained: {
    setting: 'transactionDays',
    ended: { bookingStatus: { $in: ['booked', 'withdrawn'] } },
    since: 'entryDate',
    isDay: true,
  },
});
