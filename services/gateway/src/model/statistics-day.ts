import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';
import { TimesByInformed } from './statistics-minute.ts';

/** A whole day in the bank's time zone, summed up from its minutes. The id is the date. */
export const StatisticsDay = z.object({
  _id: z.string(),
  /** Observed seconds: the whole day, except on the first one. */
  seconds: z.int(),
  downSeconds: z.int(),
  /** Requests had not been answered again when it ended. */
  endedDown: z.boolean(),
  requests: z.int(),
  errors: z.int(),
  times: TimesByInformed,
});
export type StatisticsDay = z.infer<typeof StatisticsDay>;

export const STATISTICS_DAYS = storedCollection('statisticsDays', StatisticsDay);
