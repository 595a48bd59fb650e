import type { verifyPassword as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { matchesPassword, NOBODYS_HASH } from './password.ts';
import type { Room } from './room.ts';

/** First factor. Unknown or blocked PSU and wrong password are one answer, in the same time. */
export async function verifyPassword(
  { psus }: Pick<Room, 'psus'>,
  { psuId, password }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const psu = await psus.findOne({ _id: psuId });
  const matches = await matchesPassword(password, psu?.password ?? NOBODYS_HASH);
  return { verified: matches && psu !== null && !psu.blocked };
}
