import type { verifyPassword as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { matchesPassword, UNMATCHABLE_HASH } from '../challenges/password-hash.ts';
import type { BankContext } from '../context.ts';

/** Checks the first factor. Unknown PSU, wrong password, and a blocked PSU with a wrong password get one answer, in the same time. */
export async function verifyPassword(
  { psus }: Pick<BankContext, 'psus'>,
  { psuId, password }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const psu = await psus.findOne({ _id: psuId });
  const matches = await matchesPassword(password, psu?.password ?? UNMATCHABLE_HASH);
  if (psu === null || !matches) return { verified: false };
  return psu.blocked ? { verified: false, blocked: true } : { verified: true };
}
