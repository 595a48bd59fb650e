import { PsuData } from '@xs2a/contracts';
import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** Whom the subject of a token stands for: the TPP learns no PSU-ID from a token. */
export const Subject = z.object({
  _id: z.string(),
  /** Of a pre-step: the PSU who signed in. */
  psu: PsuData.optional(),
  /** Of a resource: the authorisation by which the PSU approved it. */
  authorisationId: z.string().optional(),
  keptUntil: z.date(),
});
export type Subject = z.infer<typeof Subject>;

export const SUBJECTS = storedCollection('subjects', Subject, {
  indexes: [{ key: { keptUntil: 1 }, name: 'forgotten', expireAfterSeconds: 0 }],
});
