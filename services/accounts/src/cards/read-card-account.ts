import type { readCardAccount as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { findConsentedAccount } from '../access/find-consented-account.ts';
import { readableParts } from '../access/readable-parts.ts';
import type { AccountsContext } from '../context.ts';
import { cardAccountView } from './card-account-view.ts';

/** Returns the details of one card account, with its balances if these are granted, as in the list. */
export async function readCardAccount(
  context: AccountsContext,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const readable = await findConsentedAccount(context, request, 'details', { resource: 'card', parts: ['balances'] });
  const { shown, may } = readableParts(readable, { withBalance: true });
  return { cardAccount: cardAccountView(readable.account, shown), ...may, accessQuota: readable.accessQuota };
}
