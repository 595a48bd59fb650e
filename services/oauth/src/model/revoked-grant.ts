import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** A revoked grant, kept until its last access token has expired. */
export const RevokedGrant = z.object({ _id: z.string(), keptUntil: z.date() });
export type RevokedGrant = z.infer<typeof RevokedGrant>;

export const REVOKED_GRANTS = storedCollection('revokedGrants', RevokedGrant, {
  indexes: [{ key: { keptUntil: 1 }, name: 'forgotten', expireAfterSeconds: 0 }],
});
