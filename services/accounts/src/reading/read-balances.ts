import type { readBalances as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { findConsentedAccount } from '../access/find-consented-account.ts';
import type { AccountsContext } from '../context.ts';
import { shownReference } from '../model/account.ts';

/** Returns the balances of one payment account. */
export async function readBalances(
  context: AccountsContext,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { account, accessQuota } = await findConsentedAccount(context, request, 'balances', { parts: ['balances'] });
  return { account: shownReference(account.details), balances: account.balances?.entries ?? [], accessQuota };
}
