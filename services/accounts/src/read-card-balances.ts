import type { readCardBalances as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { shownReference } from './account.ts';
import type { AccountsRoom } from './room.ts';
import { useConsentForAccount } from './use-consent.ts';

export async function readCardBalances(
  room: AccountsRoom,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const options = { resource: 'card', parts: ['balances'] } as const;
  const { account, accessQuota } = await useConsentForAccount(room, request, 'balances', options);
  const { debitAccounting } = account.details;
  const balances = account.balances?.entries ?? [];
  return { cardAccount: shownReference(account.details), debitAccounting, balances, accessQuota };
}
