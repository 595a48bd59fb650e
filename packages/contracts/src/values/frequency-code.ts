import { z } from 'zod';

/** How often a standing order is executed (Implementation Guidelines, Frequency Code). */
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
