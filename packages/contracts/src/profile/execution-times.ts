import { z } from 'zod';

/** Times at which orders of a product are processed. */
export const ExecutionTimes = z.strictObject({
  /** Days of execution; `every` for instant payments. */
  bankingDays: z.enum(['every', 'target', 'targetAndCroatian']),
  /** Cut-off time in the bank's time zone; later orders count for the next business day. */
  cutOff: z
    .string()
    .regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, 'must be a time HH:MM')
    .optional(),
  /** An order without a date is booked at any hour of any day, regardless of the other settings. */
  bookedAtOnce: z.boolean(),
});
export type ExecutionTimes = z.infer<typeof ExecutionTimes>;
