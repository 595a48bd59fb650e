import { z } from 'zod';

/** Variables of the accounts service. */
export const AccountsConfig = z.object({
  /** Secret that encrypts page tokens, the same for all replicas. If unset, a random one is stored in the database. */
  PAGE_TOKEN_KEY: z.string().min(32).max(1_000).optional(),
  /** File with `PAGE_TOKEN_KEY`, instead of the variable. */
  PAGE_TOKEN_KEY_FILE: z.string().min(1).optional(),
});
export type AccountsConfig = z.infer<typeof AccountsConfig>;
