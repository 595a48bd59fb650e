import { z } from 'zod';

/** Variables of the consent service. Periods and limits come from the profile. */
export const ConsentConfig = z.object({
  /** `true`: time may pass for one developer alone. Any other value means production. */
  SANDBOX: z.enum(['true', 'false']).optional(),
});
