import { randomUUID } from 'node:crypto';
import type { putBalances as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import type { AccountsRoom } from './room.ts';

/**
 * Stores the balances of an account at a version. They may come before the account itself: the first write makes room
 * for them, the second moves forward only, so that late and repeated versions change nothing.
 */
export async function putBalances(
  { accounts }: AccountsRoom,
  { bankAccountId, version, balances }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const result = await accounts.bulkWrite([
    { updateOne: { filter: { bankAccountId }, update: { $setOnInsert: { _id: randomUUID() } }, upsert: true } },
    {
      updateOne: {
        filter: { bankAccountId, 'balances.version': { $not: { $gte: version } } },
        update: { $set: { balances: { version, entries: balances } } },
      },
    },
  ]);
  return { stored: result.modifiedCount };
}
