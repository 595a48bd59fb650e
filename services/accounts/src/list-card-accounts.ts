import type { listCardAccounts as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { cardAccountView } from './account.ts';
import { findConsentedAccounts } from './consented-accounts.ts';
import { consentedParts } from './consented-parts.ts';
import type { AccountsRoom } from './room.ts';

export async function listCardAccounts(
  room: AccountsRoom,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { consented, ...read } = await findConsentedAccounts(room, request, 'card');
  const cardAccounts = consented.map(({ account, rights }) => {
    const { balances, ...may } = consentedParts(account, rights, request);
    return { cardAccount: cardAccountView(account, balances), ...may };
  });
  return { cardAccounts, ...read };
}
