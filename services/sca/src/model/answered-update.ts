import { AuthorisationState, RefusalOnBus } from '@xs2a/contracts';
import { z } from 'zod';

/** More updates than any authorisation takes: attempts and challenges have limits. */
export const UPDATES_KEPT = 20;

/** A request with which the TPP updated an authorisation, by a keyed hash of it, and its answer (decision 2). */
export const AnsweredUpdate = z.object({
  hash: z.string(),
  /** The key of the hash; `form` for an attempt on a page of the bank, whose hash has a secret of its own, or of a start. */
  kid: z.string(),
  at: z.date(),
  /** Until this moment it is being worked on; afterwards the same request continues it. */
  heldUntil: z.date(),
  /** Whether it holds one of the attempts of the authorisation. */
  attempt: z.boolean().optional(),
  reply: AuthorisationState.optional(),
  refused: RefusalOnBus.optional(),
});
export type AnsweredUpdate = z.infer<typeof AnsweredUpdate>;
