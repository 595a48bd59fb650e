import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** Registrations from one address in one hour. The address is not stored: `_id` has its hash. */
export const StoredRegistrations = z.object({ _id: z.string(), count: z.int(), expiresAt: z.date() });
export type StoredRegistrations = z.infer<typeof StoredRegistrations>;

export const REGISTRATIONS = storedCollection('registrations', StoredRegistrations, {
  indexes: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
});
