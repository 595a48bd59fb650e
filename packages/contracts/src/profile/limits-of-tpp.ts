import { z } from 'zod';

/** Limits of one TPP that replace the general limits. */
export const TppLimits = z.strictObject({
  requestsPerSecond: z.int().min(0).optional(),
  requestBurst: z.int().min(1).optional(),
  fairRequestsPerSecond: z.int().min(1).optional(),
});
