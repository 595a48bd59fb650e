import type { readRevokedGrants as operation, ReplyOf } from '@xs2a/contracts';
import type { OAuthContext } from '../context.ts';

export async function readRevokedGrants({ revokedGrants, now }: OAuthContext): Promise<ReplyOf<typeof operation>> {
  const revoked = await revokedGrants.find({ keptUntil: { $gt: now() } }).toArray();
  return { grants: revoked.map(({ _id }) => _id) };
}
