import type { putBalances as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { putPart } from './put-part.ts';
import type { AccountsRoom } from './room.ts';

export function putBalances(
  room: AccountsRoom,
  { bankAccountId, version, balances }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  return putPart(room, bankAccountId, { part: 'balances', version, entries: balances });
}
