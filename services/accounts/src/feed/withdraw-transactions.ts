import { randomUUID } from 'node:crypto';
import type { withdrawTransactions as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import type { AnyBulkWriteOperation } from 'mongodb';
import type { AccountsContext } from '../context.ts';
import type { StoredTransaction } from '../model/transaction.ts';

/**
 * Withdraws pending entries that will not be booked. A withdrawn entry stays stored, so that a late announcement changes nothing.
 * A booked entry stays booked, whichever message arrives first.
 */
export async function withdrawTransactions(
  { transactions }: Pick<AccountsContext, 'transactions'>,
  { bankAccountId, bankReferences }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  if (bankReferences.length === 0) return { stored: 0 };
  const writes = bankReferences.flatMap((bankReference): AnyBulkWriteOperation<StoredTransaction>[] => {
    const key = { bankAccountId, bankReference };
    const created = { _id: randomUUID(), bookingStatus: 'withdrawn' } as const;
    return [
      { updateOne: { filter: key, update: { $setOnInsert: created }, upsert: true } },
      { updateOne: { filter: { ...key, bookingStatus: 'pending' }, update: { $set: { bookingStatus: 'withdrawn' } } } },
    ];
  });
  const result = await transactions.bulkWrite(writes, { ordered: true });
  return { stored: result.upsertedCount + result.modifiedCount };
}
