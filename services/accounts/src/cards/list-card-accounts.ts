import type { listCardAccounts as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { findConsentedAccounts } from '../access/find-consented-accounts.ts';
import { consentedParts } from '../access/readable-parts.ts';
import type { AccountsContext } from '../context.ts';
import { cardAccountView } from '../model/account.ts';

export async function listCardAccounts(
  context: AccountsContext,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { consented, ...read } = await findConsentedAccounts(context, request, 'card');
  const cardAccounts = consented.map(({ account, rights }) => {
    const { balances, ...may } = consentedParts(account, rights, request);
    return { cardAccount: cardAccountView(account, balances), ...may };
  });
  return { cardAccounts, ...read };
}
