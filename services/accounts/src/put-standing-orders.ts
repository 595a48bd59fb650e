import { maskReference, type putStandingOrders as operation, type ReplyOf, type RequestOf } from '@xs2a/contracts';
import { putPart } from './put-part.ts';
import type { AccountsRoom } from './room.ts';

export function putStandingOrders(
  room: AccountsRoom,
  { bankAccountId, version, standingOrders }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const entries = standingOrders.map(({ creditorAccount, ...order }) => {
    return { ...order, ...(creditorAccount && { creditorAccount: maskReference(creditorAccount) }) };
  });
  return putPart(room, bankAccountId, { part: 'standingOrders', version, entries });
}
