import { z } from 'zod';

/** When orders of a product are taken up. */
export const ExecutionTimes = z.strictObject({
  /** Days on which they are executed; `every` for instant payments. */
  bankingDays: z.enum(['every', 'target', 'targetAndCroatian']),
  /** Time of day in the bank's time zone; what comes later counts for the next banking day. */
  cutOff: z
    .string()
    .regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, 'must be a time HH:MM')
    .optional(),
  /** An order without a date is booked at any hour of any day, whatever the rest says. */
  bookedAtOnce: z.boolean(),
});
export type ExecutionTimes = z.infer<typeof ExecutionTimes>;
