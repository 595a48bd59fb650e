import type { readBalances as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { shownReference } from './account.ts';
import type { AccountsRoom } from './room.ts';
import { useConsentForAccount } from './use-consent.ts';

export async function readBalances(
  room: AccountsRoom,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { account, accessQuota } = await useConsentForAccount(room, request, 'balances', { parts: ['balances'] });
  return { account: shownReference(account.details), balances: account.balances?.entries ?? [], accessQuota };
}
