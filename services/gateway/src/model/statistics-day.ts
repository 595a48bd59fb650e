import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';
import { TimesByInformed } from './statistics-minute.ts';

/** Total of a whole day in the bank's time zone, aggregated from its minutes. The id is the date. */
export const StatisticsDay = z.object({
  _id: z.string(),
  /** Observed seconds: the whole day, except on the first one. */
  seconds: z.int(),
  downSeconds: z.int(),
  /** Whether the last request of the day was unanswered. */
  endedDown: z.boolean(),
  requests: z.int(),
  errors: z.int(),
  times: TimesByInformed,
});
export type StatisticsDay = z.infer<typeof StatisticsDay>;

export const STATISTICS_DAYS = storedCollection('statisticsDays', StatisticsDay);
