import type { putBalances as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import type { AccountsContext } from '../context.ts';
import { withBankTimes } from './bank-times.ts';
import { putAccountPart } from './put-account-part.ts';

/** Stores the balances of an account. */
export function putBalances(
  context: AccountsContext,
  { bankAccountId, version, balances }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const entries = balances.map((balance) => withBankTimes(balance, context.profile));
  return putAccountPart(context, bankAccountId, { part: 'balances', version, entries });
}
