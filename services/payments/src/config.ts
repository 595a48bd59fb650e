import { z } from 'zod';

/** Variables of the payments service. Its limits are part of the profile. */
export const PaymentsConfig = z.object({
  /** `true`: a developer may have a separate clock. Any other value means production. */
  SANDBOX: z.enum(['true', 'false']).optional(),
});
