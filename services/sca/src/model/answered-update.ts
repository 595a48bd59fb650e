import { AuthorisationState, RefusalOnBus } from '@xs2a/contracts';
import { z } from 'zod';

/** More updates than any authorisation accepts: attempts and challenges are limited. */
export const UPDATES_KEPT = 20;

/** A request with which the TPP updated an authorisation, as a keyed hash, and its response (decision 2). */
export const AnsweredUpdate = z.object({
  hash: z.string(),
  /** Id of the hash key; `form` for an attempt on a page of the bank or of a start, whose hash has its own secret. */
  kid: z.string(),
  at: z.date(),
  /** Until this moment the first request is at work; afterwards the same request continues it. */
  heldUntil: z.date(),
  /** Whether it holds one of the attempts of the authorisation. */
  attempt: z.boolean().optional(),
  reply: AuthorisationState.optional(),
  refused: RefusalOnBus.optional(),
});
export type AnsweredUpdate = z.infer<typeof AnsweredUpdate>;
