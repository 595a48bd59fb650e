import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** A grant whose access tokens count no more. Kept until the last of them has expired. */
export const RevokedGrant = z.object({ _id: z.string(), keptUntil: z.date() });
export type RevokedGrant = z.infer<typeof RevokedGrant>;

export const REVOKED_GRANTS = storedCollection('revokedGrants', RevokedGrant, {
  indexes: [{ key: { keptUntil: 1 }, name: 'forgotten', expireAfterSeconds: 0 }],
});
