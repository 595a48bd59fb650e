import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/**
 * Failed attempts under one PSU-ID over all authorisations and sign-ins, whether or not the PSU-ID exists (RTS 2018/389 Art. 4
 * (3) b: five failures in a row at most). The key is a hash of the PSU-ID, because people also type secrets into that field.
 */
export const PsuAttempts = z.object({
  _id: z.string(),
  /** Wrong passwords and codes in a row, including those being verified. */
  failures: z.int().optional(),
  /** Ids of attempts counted in `failures`, if they have one. */
  taken: z.array(z.string()).optional(),
  /** Expiry of attempts that reached the limit without locking the PSU-ID, because the service died before their outcome. */
  until: z.date().optional(),
  /** Number of consecutive locks of the PSU-ID, and the end of the present one. */
  closings: z.int().optional(),
  closedUntil: z.date().optional(),
  /** Unanswered challenges, and their expiry. */
  challengesSent: z.int().optional(),
  challengesUntil: z.date().optional(),
  /** Challenges not yet known to have been sent, and their expiry. */
  challengesReserved: z.int().optional(),
  reservedUntil: z.date().optional(),
  forgetAt: z.date(),
});
export type PsuAttempts = z.infer<typeof PsuAttempts>;

export const PSU_ATTEMPTS = storedCollection('psuAttempts', PsuAttempts, {
  indexes: [{ key: { forgetAt: 1 }, expireAfterSeconds: 0 }],
});
