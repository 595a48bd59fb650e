import { z } from 'zod';

/** Variables of the accounts service. */
export const AccountsConfig = z.object({
  /** The secret that encrypts page tokens, the same for all replicas. If unset, the database holds a random one. */
  PAGE_TOKEN_KEY: z.string().min(32).max(1_000).optional(),
});
export type AccountsConfig = z.infer<typeof AccountsConfig>;
