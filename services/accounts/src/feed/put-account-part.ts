import { randomUUID } from 'node:crypto';
import type { AccountsContext } from '../context.ts';
import type { AccountPart } from '../model/account.ts';

/**
 * Stores a part of an account at a version. It may come before the account itself: the first write makes room for it,
 * the second moves forward only, so that late and repeated versions change nothing.
 */
export async function putPart(
  { accounts }: AccountsContext,
  bankAccountId: string,
  { part, version, entries }: { part: AccountPart; version: number; entries: readonly object[] },
): Promise<{ stored: number }> {
  const result = await accounts.bulkWrite([
    { updateOne: { filter: { bankAccountId }, update: { $setOnInsert: { _id: randomUUID() } }, upsert: true } },
    {
      updateOne: {
        filter: { bankAccountId, [`${part}.version`]: { $not: { $gte: version } } },
        update: { $set: { [part]: { version, entries } } },
      },
    },
  ]);
  return { stored: result.modifiedCount };
}
