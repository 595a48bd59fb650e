import type { readAccount as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { consentedView } from './consented-view.ts';
import type { AccountsRoom } from './room.ts';
import { useConsentForAccount } from './use-consent.ts';

export async function readAccount(
  room: AccountsRoom,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { withBalance } = request;
  const { account, rights } = await useConsentForAccount(room, request, 'details', { balances: withBalance });
  return consentedView(account, rights, { withBalance });
}
