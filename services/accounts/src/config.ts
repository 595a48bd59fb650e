import { z } from 'zod';

/** Variables of the accounts service. */
export const AccountsConfig = z.object({
  /** Secret under which page links are sealed, the same for all replicas. Left out, the database keeps a random one. */
  PAGE_TOKEN_KEY: z.string().min(32).max(1_000).optional(),
});
export type AccountsConfig = z.infer<typeof AccountsConfig>;
