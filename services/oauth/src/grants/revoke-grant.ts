import type { ServerSources } from '../model/server-sources.ts';

const MS_PER_MINUTE = 60_000;

/** Ends a grant: its codes and refresh tokens are deleted, its access tokens count no more. May be repeated. */
export async function revokeGrant(
  { records, revokedGrants, now, profile }: Pick<ServerSources, 'records' | 'revokedGrants' | 'now' | 'profile'>,
  grant: string,
): Promise<void> {
  const keptUntil = new Date(now().getTime() + (profile.oauth.accessTokenMinutes + 1) * MS_PER_MINUTE);
  await revokedGrants.updateOne({ _id: grant }, { $set: { keptUntil } }, { upsert: true });
  // A used code stays known: its next use is refused as such.
  await records.deleteMany({ grant, consumedAt: { $exists: false } });
}
