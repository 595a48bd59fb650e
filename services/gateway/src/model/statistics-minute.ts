import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** Recipients of information by role (EBA/GL/2018/07, 2.3 a to c). */
export const INFORMATION_ROLES = ['PISP', 'AISP', 'CBPII'] as const;
export type Informed = (typeof INFORMATION_ROLES)[number];

/** Number of requests answered with the information, and their total duration in milliseconds. */
const Times = z.object({ requests: z.int(), ms: z.number() });
export type Times = z.infer<typeof Times>;
export const TimesByInformed = z.object({ PISP: Times.optional(), AISP: Times.optional(), CBPII: Times.optional() });

/**
 * Observations of the replicas in one minute, by the time when requests were received (decision 51). Bit n of `alive` and
 * `answered` stands for second n; both are combined by OR, so the order of writes does not matter.
 */
export const StatisticsMinute = z.object({
  _id: z.date(),
  /** Seconds in which at least one replica was running. */
  alive: z.bigint(),
  /** Seconds in which an answered request was received. */
  answered: z.bigint(),
  /** Number of unanswered requests by second of receipt. */
  unanswered: z.record(z.string(), z.int()).optional(),
  requests: z.int(),
  errors: z.int(),
  times: TimesByInformed.optional(),
  /** Latest counted batch of each replica. A batch that is written again is not counted again. */
  batches: z.record(z.string(), z.int()),
  expiresAt: z.date(),
});
export type StatisticsMinute = z.infer<typeof StatisticsMinute>;

export const STATISTICS_MINUTES = storedCollection('statisticsMinutes', StatisticsMinute, {
  indexes: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
});
