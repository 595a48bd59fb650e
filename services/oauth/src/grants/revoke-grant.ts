import type { ServerSources } from '../model/server-sources.ts';

const MS_PER_MINUTE = 60_000;

/** Revokes a grant: its codes and refresh tokens are deleted, its access tokens become invalid. Idempotent. */
export async function revokeGrant(
  { records, revokedGrants, now, profile }: Pick<ServerSources, 'records' | 'revokedGrants' | 'now' | 'profile'>,
  grant: string,
): Promise<void> {
  const keptUntil = new Date(now().getTime() + (profile.oauth.accessTokenMinutes + 1) * MS_PER_MINUTE);
  await revokedGrants.updateOne({ _id: grant }, { $set: { keptUntil } }, { upsert: true });
  // A used code stays stored, so that its reuse is detected.
  await records.deleteMany({ grant, consumedAt: { $exists: false } });
}
