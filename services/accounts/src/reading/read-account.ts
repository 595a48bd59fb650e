import type { readAccount as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { findConsentedAccount } from '../access/find-consented-account.ts';
import { readableParts } from '../access/readable-parts.ts';
import type { AccountsContext } from '../context.ts';
import { accountView } from './account-view.ts';

/** Returns the details of one payment account. */
export async function readAccount(
  context: AccountsContext,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { withBalance } = request;
  const readable = await findConsentedAccount(context, request, 'details', { parts: withBalance ? ['balances'] : [] });
  const { shown, may } = readableParts(readable, { withBalance });
  return { account: accountView(readable.account, shown), ...may, accessQuota: readable.accessQuota };
}
