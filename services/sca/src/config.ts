import { z } from 'zod';

/** Variables of sca; spans and limits are the profile's. */
export const ScaConfig = z.object({
  /** Address under which browsers reach the portal: passkeys are made for its host, and answer to its origin alone. */
  PORTAL_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:8090'),
  /** File with 32 random bytes in base64, under which the secrets of authenticator apps (TOTP) are kept. The sandbox makes a key of its own. */
  FACTOR_KEY_FILE: z.string().min(1).optional(),
  /**
   * File with the private keys (JWK Set) that passwords of PSUs are encrypted for, the newest first. Left out, encrypted
   * passwords are not offered; the sandbox makes a key of its own.
   */
  PASSWORD_KEYS_FILE: z.string().min(1).optional(),
  /** `true`: there are sample PSUs. Anything else is a bank in earnest. */
  SANDBOX: z.enum(['true', 'false']).default('false'),
});
export type ScaConfig = z.infer<typeof ScaConfig>;
