import { z } from 'zod';

/** Environment of sca; spans and limits are the profile's. */
export const ScaConfig = z.object({
  /** Address under which browsers reach the portal: passkeys are made for its host, and answer to its origin alone. */
  PORTAL_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:8090'),
  /** File with 32 random bytes in base64, under which the secrets of authenticator apps (TOTP) are kept. Not needed in the sandbox. */
  FACTOR_KEY_FILE: z.string().optional(),
  /** `true`: without a key file a key is made and kept in the database. Anything else is a bank in earnest. */
  SANDBOX: z.enum(['true', 'false']).default('false'),
});
export type ScaConfig = z.infer<typeof ScaConfig>;
