import { z } from 'zod';

/** Milliseconds within which a repeated request belongs to the access already counted, because its answer was lost (decision 18). */
export const REPEATED_WITHIN_MS = 120_000;

/**
 * Remaining accesses for one kind of read of one account on the current day of the bank (RTS 2018/389, Art. 36(5)(b); decision
 * 18), for the headers of the answer: daily `limit`, `remaining`, and `resetSeconds` until the next day. A one-off consent has no
 * reset.
 */
export const AccessQuota = z.object({
  limit: z.int(),
  remaining: z.int(),
  resetSeconds: z.int().optional(),
});
export type AccessQuota = z.infer<typeof AccessQuota>;
