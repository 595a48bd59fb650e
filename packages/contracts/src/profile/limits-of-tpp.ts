import { z } from 'zod';

/** What a bank grants one TPP in place of the limits for all. */
export const TppLimits = z.strictObject({
  requestsPerSecond: z.int().min(0).optional(),
  requestBurst: z.int().min(1).optional(),
  fairRequestsPerSecond: z.int().min(1).optional(),
});
