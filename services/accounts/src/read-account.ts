import type { readAccount as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { accountView } from './account.ts';
import { consentedParts } from './consented-parts.ts';
import type { AccountsRoom } from './room.ts';
import { useConsentForAccount } from './use-consent.ts';

export async function readAccount(
  room: AccountsRoom,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { withBalance } = request;
  const { account, rights, accessQuota } = await useConsentForAccount(room, request, 'details', {
    parts: withBalance ? ['balances'] : [],
  });
  const { balances, ...may } = consentedParts(account, rights, { withBalance });
  return { account: accountView(account, balances), ...may, accessQuota };
}
