import { z } from 'zod';

/** A request that comes again so soon belongs to the access that was counted for it: its answer was lost (decision 18). */
export const REPEATED_WITHIN_MS = 120_000;

/**
 * What a consent leaves for one kind of read of one account on the present day of the bank (RTS 2018/389, Art.
 * 36(5)(b); decision 18), for the headers of the answer: `limit` accesses a day, `remaining` of them, a new day
 * in `resetSeconds`. A one-off consent has no new day.
 */
export const AccessQuota = z.object({
  limit: z.int(),
  remaining: z.int(),
  resetSeconds: z.int().optional(),
});
export type AccessQuota = z.infer<typeof AccessQuota>;
