import type { AccountsContext } from '../context.ts';
import type { AccountPart } from '../model/account.ts';
import { buildVersionedWrites } from './build-versioned-writes.ts';

/** Stores a part of an account with its version. The part may arrive before the account. */
export async function putAccountPart(
  { accounts }: AccountsContext,
  bankAccountId: string,
  { part, version, entries }: { part: AccountPart; version: number; entries: readonly object[] },
): Promise<{ stored: number }> {
  const result = await accounts.bulkWrite(buildVersionedWrites(bankAccountId, part, { version, entries }));
  return { stored: result.modifiedCount };
}
