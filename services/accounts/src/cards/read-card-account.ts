import type { readCardAccount as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { findConsentedAccount } from '../access/find-consented-account.ts';
import { readableParts } from '../access/readable-parts.ts';
import type { AccountsContext } from '../context.ts';
import { cardAccountView } from './card-account-view.ts';

/** The details of one card account. */
export async function readCardAccount(
  context: AccountsContext,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { account, rights, accessQuota } = await findConsentedAccount(context, request, 'details', {
    resource: 'card',
    parts: request.withBalance ? ['balances'] : [],
  });
  const { balances, ...may } = readableParts(account, rights, request);
  return { cardAccount: cardAccountView(account, balances), ...may, accessQuota };
}
