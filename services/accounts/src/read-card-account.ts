import type { readCardAccount as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { cardAccountView } from './account.ts';
import { consentedParts } from './consented-parts.ts';
import type { AccountsRoom } from './room.ts';
import { useConsentForAccount } from './use-consent.ts';

export async function readCardAccount(
  room: AccountsRoom,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { account, rights, accessQuota } = await useConsentForAccount(room, request, 'details', {
    resource: 'card',
    parts: request.withBalance ? ['balances'] : [],
  });
  const { balances, ...may } = consentedParts(account, rights, request);
  return { cardAccount: cardAccountView(account, balances), ...may, accessQuota };
}
