import { z } from 'zod';

/** Variables of the bank's own. */
export const BankConfig = z.object({
  /** Whether messages to PSUs are kept where the sandbox's inbox can show them. Never true for real people. */
  SANDBOX: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
});
export type BankConfig = z.output<typeof BankConfig>;
