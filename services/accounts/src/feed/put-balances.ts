import type { putBalances as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import type { AccountsContext } from '../context.ts';
import { putAccountPart } from './put-account-part.ts';

/** Stores the balances of an account, as the bank sent them. */
export function putBalances(
  context: AccountsContext,
  { bankAccountId, version, balances }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  return putAccountPart(context, bankAccountId, { part: 'balances', version, entries: balances });
}
