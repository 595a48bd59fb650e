import type { listAccounts as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { findConsentedAccounts } from '../access/find-consented-accounts.ts';
import { readableParts } from '../access/readable-parts.ts';
import type { AccountsContext } from '../context.ts';
import { accountView } from './account-view.ts';

/** Returns the payment accounts that the consent covers. */
export async function listAccounts(
  context: AccountsContext,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { consented, ...read } = await findConsentedAccounts(context, request, 'account');
  const accounts = consented.map((readable) => {
    const { shown, may } = readableParts(readable, request);
    return { account: accountView(readable.account, shown), ...may };
  });
  return { accounts, ...read };
}
