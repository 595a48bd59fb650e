import { type forgetAccounts as operation, type ReplyOf, type RequestOf, Xs2aError } from '@xs2a/contracts';
import type { AccountsContext } from '../context.ts';

/** Deletes accounts with all their data, in the sandbox alone (decision 83). May be repeated. */
export async function forgetAccounts(
  { accounts, transactions, isSandbox }: AccountsContext,
  { bankAccountIds }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  if (!isSandbox) throw new Xs2aError('serviceUnavailable');
  const those = { bankAccountId: { $in: bankAccountIds } };
  // Accounts first: without them no entry can be read.
  const { deletedCount } = await accounts.deleteMany(those);
  await transactions.deleteMany(those);
  return { forgotten: deletedCount };
}
