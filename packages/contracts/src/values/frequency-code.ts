import { z } from 'zod';

/** Frequency of a standing order (Implementation Guidelines, Frequency Code). */
export const FrequencyCode = z.enum([
  'Daily',
  'Weekly',
  'EveryTwoWeeks',
  'Monthly',
  'EveryTwoMonths',
  'Quarterly',
  'SemiAnnual',
  'Annual',
  'MonthlyVariable',
]);
export type FrequencyCode = z.infer<typeof FrequencyCode>;
