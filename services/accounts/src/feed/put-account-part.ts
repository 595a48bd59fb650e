import { randomUUID } from 'node:crypto';
import type { AccountsContext } from '../context.ts';
import type { AccountPart } from '../model/account.ts';

/**
 * Stores a part of an account with its version. The part may arrive before the account: the first write creates the
 * document. The second write accepts higher versions only, so late and repeated messages change nothing.
 */
export async function putAccountPart(
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
