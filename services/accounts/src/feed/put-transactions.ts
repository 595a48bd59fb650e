import { randomUUID } from 'node:crypto';
import {
  type FeedTransaction,
  type putTransactions as operation,
  type ReplyOf,
  type RequestOf,
  Xs2aError,
} from '@xs2a/contracts';
import { bankDay } from '@xs2a/service-kit';
import type { AccountsContext } from '../context.ts';
import { withMaskedCards } from '../model/masked-cards.ts';
import type { KnownTransaction, StoredTransaction } from '../model/transaction.ts';
import type { EntryRenderer } from '../rendering/entry-renderer.ts';
import { entryWithBankTimes } from './bank-times.ts';
import { type FedEntry, storeEntries } from './store-entries.ts';

/** Stores entries by the bank's references. May be repeated; `stored` counts the entries that changed. */
export async function putTransactions(
  context: AccountsContext,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  if (request.transactions.length === 0) return { stored: 0 };
  const { profile, now, renderer } = context;
  const today = bankDay(now(), profile);
  const entries = request.transactions.map((said, index) => {
    const fed = entryWithBankTimes(said, profile);
    const key = { bankAccountId: request.bankAccountId, bankReference: fed.bankReference };
    return fed.bookingStatus === 'booked'
      ? bookedEntry(key, fed, { index, renderer })
      : pendingEntry(key, fed, { today, renderer });
  });
  return { stored: await storeEntries(context, entries) };
}

type Key = Pick<StoredTransaction, 'bankAccountId' | 'bankReference'>;

/** Booked is final: it replaces the stored entry, except its id. */
function bookedEntry(
  key: Key,
  fed: FeedTransaction,
  { index, renderer }: { index: number; renderer: EntryRenderer },
): FedEntry {
  if (fed.bookingDate === undefined) {
    throw new Xs2aError('fieldInvalid', {
      path: `transactions[${index}].bookingDate`,
      text: 'is needed of a booked entry',
    });
  }
  const entry = { ...entryOf(fed), bookingDate: fed.bookingDate };
  const content = {
    bookingStatus: fed.bookingStatus,
    entryDate: fed.bookingDate,
    sequence: fed.sequence,
    entry,
    rendered: renderer.render(entry),
  };
  const _id = randomUUID();
  return {
    created: { _id, ...key, ...content },
    writes: [{ updateOne: { filter: key, update: { $set: content, $setOnInsert: { _id } }, upsert: true } }],
  };
}

/**
 * Pending never replaces booked or withdrawn: the first write creates a new entry, the second changes an entry only while it is
 * pending, and never to earlier content. Its entry date is the date that the bank sends with it, by default the day of its first
 * arrival.
 */
function pendingEntry(
  key: Key,
  fed: FeedTransaction,
  { today, renderer }: { today: string; renderer: EntryRenderer },
): FedEntry {
  const { bookingStatus, sequence, bookingDate } = fed;
  const entry = entryOf(fed);
  const content = { sequence, entry, rendered: renderer.render(entry) };
  const created = { _id: randomUUID(), bookingStatus, entryDate: bookingDate ?? today, ...content };
  const changed = bookingDate === undefined ? content : { ...content, entryDate: bookingDate };
  return {
    created: { ...key, ...created },
    writes: [
      { updateOne: { filter: key, update: { $setOnInsert: created }, upsert: true } },
      {
        updateOne: {
          filter: { ...key, bookingStatus: 'pending', sequence: { $lte: sequence } },
          update: { $set: changed },
        },
      },
    ],
  };
}

/** Returns the entry for responses. It has no bookingDate while it is pending (Implementation Guidelines, Transactions). */
function entryOf(fed: FeedTransaction): KnownTransaction['entry'] {
  const { bankReference: _, bookingStatus: __, sequence: ___, bookingDate: ____, ...entry } = fed;
  const { entryDetails } = entry;
  return { ...withMaskedCards(entry), ...(entryDetails && { entryDetails: entryDetails.map(withMaskedCards) }) };
}
