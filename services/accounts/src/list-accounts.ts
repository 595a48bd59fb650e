import type { listAccounts as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { accountView } from './account.ts';
import { findConsentedAccounts } from './consented-accounts.ts';
import { consentedParts } from './consented-parts.ts';
import type { AccountsRoom } from './room.ts';

export async function listAccounts(
  room: AccountsRoom,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { consented, ...read } = await findConsentedAccounts(room, request, 'account');
  const accounts = consented.map(({ account, rights }) => {
    const { balances, ...may } = consentedParts(account, rights, request);
    return { account: accountView(account, balances), ...may };
  });
  return { accounts, ...read };
}
