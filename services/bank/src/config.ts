import { z } from 'zod';

/** Variables of the bank's own. */
export const BankConfig = z.object({
  /** This bank knows its PSUs by well-known passwords and shows their codes: it starts only where that is wanted. */
  SANDBOX: z.literal('true', { error: 'must be true: this is the sandbox bank, a real one brings its own connector' }),
});
