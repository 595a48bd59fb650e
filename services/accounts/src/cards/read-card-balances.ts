import type { readCardBalances as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { findConsentedAccount } from '../access/find-consented-account.ts';
import type { AccountsContext } from '../context.ts';
import { shownReference } from '../model/account.ts';

/** Returns the balances of one card account. */
export async function readCardBalances(
  context: AccountsContext,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const options = { resource: 'card', parts: ['balances'] } as const;
  const { account, accessQuota } = await findConsentedAccount(context, request, 'balances', options);
  const { debitAccounting } = account.details;
  const balances = account.balances?.entries ?? [];
  return { cardAccount: shownReference(account.details), debitAccounting, balances, accessQuota };
}
