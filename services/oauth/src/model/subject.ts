import { PsuData } from '@xs2a/contracts';
import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** Subject of a token, which hides the PSU-ID from the TPP. */
export const Subject = z.object({
  _id: z.string(),
  /** PSU who signed in; for a pre-step. */
  psu: PsuData.optional(),
  /** Authorisation by which the PSU approved the resource; for a resource token. */
  authorisationId: z.string().optional(),
  keptUntil: z.date(),
});
export type Subject = z.infer<typeof Subject>;

export const SUBJECTS = storedCollection('subjects', Subject, {
  indexes: [{ key: { keptUntil: 1 }, name: 'forgotten', expireAfterSeconds: 0 }],
});
