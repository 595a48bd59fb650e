import type { listCardAccounts as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { findConsentedAccounts } from '../access/find-consented-accounts.ts';
import { readableParts } from '../access/readable-parts.ts';
import type { AccountsContext } from '../context.ts';
import { cardAccountView } from './card-account-view.ts';

/**
 * Returns the card accounts that the consent covers, with their balances if these are granted: the standard has no parameter to
 * request them (Implementation Guidelines, Card Account List).
 */
export async function listCardAccounts(
  context: AccountsContext,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { consented, ...read } = await findConsentedAccounts(context, { ...request, withBalance: true }, 'card');
  const cardAccounts = consented.map((readable) => {
    const { shown, may } = readableParts(readable, { withBalance: true });
    return { cardAccount: cardAccountView(readable.account, shown), ...may };
  });
  return { cardAccounts, ...read };
}
