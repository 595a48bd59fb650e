import type { listCardAccounts as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { findConsentedAccounts } from '../access/find-consented-accounts.ts';
import { readableParts } from '../access/readable-parts.ts';
import type { AccountsContext } from '../context.ts';
import { cardAccountView } from './card-account-view.ts';

/** The card accounts that the consent gives access to. */
export async function listCardAccounts(
  context: AccountsContext,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { consented, ...read } = await findConsentedAccounts(context, request, 'card');
  const cardAccounts = consented.map(({ account, rights }) => {
    const { balances, ...may } = readableParts(account, rights, request);
    return { cardAccount: cardAccountView(account, balances), ...may };
  });
  return { cardAccounts, ...read };
}
