import { FeedTransaction, Transaction } from '@xs2a/contracts';
import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** The lists that an account report has for entries. */
export const List = z.enum(['booked', 'pending']);
export type List = z.infer<typeof List>;

/**
 * An entry of an account as the bank fed it. It refers to `bankAccountId`, which is known before the account itself is
 * fed. `entry` is what is answered; its amounts are the bank's text because nothing here calculates with them. The
 * other fields are what entries are found and ordered by.
 */
const KnownTransaction = z.object({
  /** transactionId: random, given when the bank first names the entry, the same while pending and when booked. */
  _id: z.string(),
  bankAccountId: z.string(),
  bankReference: z.string(),
  bookingStatus: List,
  /**
   * `YYYY-MM-DD`, compared with dateFrom and dateTo: booking date of a booked, entry date of a pending entry (decision
   * 19).
   */
  entryDate: z.string(),
  sequence: z.number(),
  entry: Transaction.omit({ transactionId: true }).extend({ card: FeedTransaction.shape.card }),
});
/** An entry that is not withdrawn. Readers find no other. */
export type KnownTransaction = z.infer<typeof KnownTransaction>;

const { entryDate, sequence, entry } = KnownTransaction.shape;

/**
 * The entry in the JSON of lists, as text without braces: what a page copies (docs/performance.md). `of` says of which entry, profile
 * and code it is. Items of a batch and the balance are apart, because not every page has them.
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
 * An entry as it is stored. A withdrawn entry is in no list and has no details. It is kept so that a late announcement
 * finds it withdrawn; it has no content where the withdrawal arrived first.
 */
export const StoredTransaction = KnownTransaction.extend({
  bookingStatus: z.enum([...List.options, 'withdrawn']),
  entryDate: entryDate.optional(),
  sequence: sequence.optional(),
  entry: entry.optional(),
  /** Entries that were fed to earlier versions have none, and those of another profile a void one: they are rendered when read. */
  rendered: Rendering.optional(),
});
export type StoredTransaction = z.infer<typeof StoredTransaction>;

/**
 * The order of lists: by day, newest first, and within a day by arrival, latest first. The id makes the order total.
 */
export const BY_DATE = { bankAccountId: 1, bookingStatus: 1, entryDate: -1, sequence: -1, _id: 1 } as const;

/** The order of delta lists: by arrival, latest first, whatever the day. */
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
