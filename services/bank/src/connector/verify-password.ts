import type { verifyPassword as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { matchesPassword, UNMATCHABLE_HASH } from '../challenges/password-hash.ts';
import type { BankContext } from '../context.ts';

/** First factor. Unknown PSU and wrong password are one answer, in the same time; so is a blocked PSU without its password. */
export async function verifyPassword(
  { psus }: Pick<BankContext, 'psus'>,
  { psuId, password }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const psu = await psus.findOne({ _id: psuId });
  const matches = await matchesPassword(password, psu?.password ?? UNMATCHABLE_HASH);
  if (psu === null || !matches) return { verified: false };
  return psu.blocked ? { verified: false, blocked: true } : { verified: true };
}
