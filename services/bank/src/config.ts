import { z } from 'zod';

/** Environment of the sandbox bank. */
export const BankConfig = z.object({
  /** The sandbox bank has publicly known passwords and shows one-time codes. It starts only where this is `true`. */
  SANDBOX: z.literal('true', {
    error: 'must be true: this is the sandbox bank. In production, run the connector of your bank instead',
  }),
});
