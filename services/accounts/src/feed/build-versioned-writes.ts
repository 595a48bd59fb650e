import { randomUUID } from 'node:crypto';
import type { AnyBulkWriteOperation } from 'mongodb';
import type { Account, AccountPart } from '../model/account.ts';

/**
 * Returns two writes that store an account's details or another part of it. Parts arrive in any order: the first write creates
 * the document. The second accepts only higher versions, so late and repeated messages change nothing; a part without a version
 * is always stored.
 */
export function buildVersionedWrites(
  bankAccountId: string,
  part: AccountPart | 'details',
  content: { readonly version?: number | undefined; readonly entries?: readonly object[] },
): AnyBulkWriteOperation<Account>[] {
  const { version } = content;
  const isNewer = version !== undefined && { [`${part}.version`]: { $not: { $gte: version } } };
  return [
    { updateOne: { filter: { bankAccountId }, update: { $setOnInsert: { _id: randomUUID() } }, upsert: true } },
    { updateOne: { filter: { bankAccountId, ...isNewer }, update: { $set: { [part]: content } } } },
  ];
}
