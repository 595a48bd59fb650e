import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/**
 * A PSU-ID that a TPP named and that has not authenticated since, whether or not it exists. The key is a hash, because people
 * also type secrets into that field.
 */
export const NamedPsu = z.object({ _id: z.string(), tppId: z.string(), forgetAt: z.date() });
export type NamedPsu = z.infer<typeof NamedPsu>;

export const NAMED_PSUS = storedCollection('namedPsus', NamedPsu, {
  indexes: [{ key: { tppId: 1, forgetAt: 1 } }, { key: { forgetAt: 1 }, expireAfterSeconds: 0 }],
});
