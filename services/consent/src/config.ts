import { z } from 'zod';

/** Variables of the consent service. Periods and limits come from the profile. */
export const ConsentConfig = z.object({
  /** `true`: a developer may have a separate clock. Any other value means production. */
  SANDBOX: z.enum(['true', 'false']).optional(),
});
