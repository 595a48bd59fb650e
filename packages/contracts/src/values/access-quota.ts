import { z } from 'zod';

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
