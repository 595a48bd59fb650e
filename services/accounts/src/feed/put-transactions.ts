import { randomUUID } from 'node:crypto';
import {
  type FeedTransaction,
  maskReference,
  type putTransactions as operation,
  type ReplyOf,
  type RequestOf,
  Xs2aError,
} from '@xs2a/contracts';
import { bankDay } from '@xs2a/service-kit';
import type { AnyBulkWriteOperation } from 'mongodb';
import type { AccountsContext } from '../context.ts';
import type { KnownTransaction, StoredTransaction } from '../model/transaction.ts';

type Write = AnyBulkWriteOperation<StoredTransaction>;

/** Stores entries by the bank's references. May be repeated; `stored` counts the entries that changed. */
export async function putTransactions(
  { transactions, profile, now }: AccountsContext,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const today = bankDay(now(), profile);
  const writes = request.transactions.flatMap((fed, index) => {
    const key = { bankAccountId: request.bankAccountId, bankReference: fed.bankReference };
    return fed.bookingStatus === 'booked' ? [bookedWrite(key, fed, index)] : pendingWrites(key, fed, today);
  });
  if (writes.length === 0) return { stored: 0 };
  // In the given order: one message may name an entry as pending and then as booked.
  const result = await transactions.bulkWrite(writes, { ordered: true });
  return { stored: result.upsertedCount + result.modifiedCount };
}

type Key = Pick<StoredTransaction, 'bankAccountId' | 'bankReference'>;

/** Booked is final: it replaces what was stored of the entry, except its id. */
function bookedWrite(key: Key, fed: FeedTransaction, index: number): Write {
  if (fed.bookingDate === undefined) {
    throw new Xs2aError('fieldInvalid', {
      path: `transactions[${index}].bookingDate`,
      text: 'is needed of a booked entry',
    });
  }
  const content = {
    bookingStatus: fed.bookingStatus,
    entryDate: fed.bookingDate,
    sequence: fed.sequence,
    entry: { ...entryOf(fed), bookingDate: fed.bookingDate },
  };
  return { updateOne: { filter: key, update: { $set: content, $setOnInsert: { _id: randomUUID() } }, upsert: true } };
}

/**
 * Pending never replaces booked or withdrawn: the first write creates a new entry, the second changes an entry only
 * while it is pending. Its entry date is the date that the bank sends with it, or else the day on which it first
 * arrived.
 */
function pendingWrites(key: Key, fed: FeedTransaction, today: string): Write[] {
  const { bookingStatus, sequence, bookingDate } = fed;
  const content = { sequence, entry: entryOf(fed) };
  const created = { _id: randomUUID(), bookingStatus, entryDate: bookingDate ?? today, ...content };
  const changed = bookingDate === undefined ? content : { ...content, entryDate: bookingDate };
  return [
    { updateOne: { filter: key, update: { $setOnInsert: created }, upsert: true } },
    { updateOne: { filter: { ...key, bookingStatus: 'pending' }, update: { $set: changed } } },
  ];
}

/**
 * What is answered of an entry. It has no bookingDate while it is pending (Implementation Guidelines, Transactions).
 */
function entryOf(fed: FeedTransaction): KnownTransaction['entry'] {
  const { bankReference: _, bookingStatus: __, sequence: ___, bookingDate: ____, ...entry } = fed;
  const { entryDetails } = entry;
  return { ...withMaskedCards(entry), ...(entryDetails && { entryDetails: entryDetails.map(withMaskedCards) }) };
}

/** An entry, or an item of a batch, with the card numbers of both sides masked. */
function withMaskedCards<Item extends Pick<FeedTransaction, 'creditorAccount' | 'debtorAccount'>>(item: Item): Item {
  const { creditorAccount, debtorAccount } = item;
  return {
    ...item,
    ...(creditorAccount && { creditorAccount: maskReference(creditorAccount) }),
    ...(debtorAccount && { debtorAccount: maskReference(debtorAccount) }),
  };
}
