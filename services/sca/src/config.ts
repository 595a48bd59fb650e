import { z } from 'zod';

/** Variables of sca. Time spans and limits are in the profile. */
export const ScaConfig = z.object({
  /** Address under which browsers reach the portal. Passkeys are created for its host and work only there. */
  PORTAL_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:8090'),
  /** File with 32 random bytes in base64 that encrypt the secrets of authenticator apps (TOTP). The sandbox creates its own key. */
  FACTOR_KEY_FILE: z.string().min(1).optional(),
  /**
   * File with the private keys (JWK Set) for which passwords of PSUs are encrypted, the newest first. If unset, encrypted
   * passwords are not offered; the sandbox creates its own key.
   */
  PASSWORD_KEYS_FILE: z.string().min(1).optional(),
  /** File with the secret of this service at the bank's identity provider, where `clientAuthentication` is `client_secret_basic`. */
  SIGN_IN_SECRET_FILE: z.string().min(1).optional(),
  /**
   * File with the private keys (JWK Set, with `kid` and `alg`) of this service at the bank's identity provider, where
   * `clientAuthentication` is `private_key_jwt`: the first signs.
   */
  SIGN_IN_KEYS_FILE: z.string().min(1).optional(),
  /** `true`: there are test users. Any other value is production. */
  SANDBOX: z.enum(['true', 'false']).default('false'),
});
export type ScaConfig = z.infer<typeof ScaConfig>;
