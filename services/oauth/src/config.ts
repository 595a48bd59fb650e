import { z } from 'zod';

/** Environment of oauth. The profile determines what is offered, and for how long. */
export const OAuthConfig = z.object({
  /** Address under which TPPs reach the gateway: issuer and audience of access tokens. Same value as at the gateway. */
  GATEWAY_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:8080'),
  /** Address under which browsers reach the portal, where authorisation requests start. */
  PORTAL_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:8090'),
  /**
   * File with the private keys (JWK Set, EC on P-256) for access tokens: the first signs, all are published.
   * Made by `npm run xs2a -- keys token`. Must be set if the profile offers OAuth with this server; the sandbox creates its own.
   */
  TOKEN_KEYS_FILE: z.string().min(1).optional(),
  /** `true`: TPPs without certificate are served. Any other value means production. */
  SANDBOX: z.enum(['true', 'false']).default('false'),
});
export type OAuthConfig = z.infer<typeof OAuthConfig>;
