import { z } from 'zod';

/** Environment of the sandbox bank. */
export const BankConfig = z.object({
  /** The sandbox bank has publicly known passwords and shows one-time codes. It starts only where this is `true`. */
  SANDBOX: z.literal('true', {
    error: 'must be true: this is the sandbox bank. In production, run the connector of your bank instead',
  }),
  /** Address of the portal of the sandbox, which shows the pictures of photoTAN. If unset, challenges have no `imageLink`. */
  PORTAL_URL: z.url({ protocol: /^https?$/ }).optional(),
});
export type BankConfig = z.infer<typeof BankConfig>;
