import { z } from 'zod';

/** Environment of the sandbox bank. */
export const BankConfig = z.object({
  /** The sandbox bank has publicly known passwords and shows one-time codes. It starts only if this is `true`. */
  SANDBOX: z.literal('true', {
    error: 'must be true: this is the sandbox bank. In production, run the connector of your bank instead',
  }),
  /** Address of the portal of the sandbox, which shows the pictures of photoTAN. If unset, challenges have no `imageLink`. */
  PORTAL_URL: z.url({ protocol: /^https?$/ }).optional(),
  /**
   * PEM file: certificate of the test authority that issues certificates to developers who register. If unset, registration is
   * not possible.
   */
  TEST_AUTHORITY_CERTIFICATE: z.string().optional(),
  /** PEM file: private key of the test authority. */
  TEST_AUTHORITY_KEY: z.string().optional(),
  /** Maximum number of developers' own sandboxes at the same time. One that is not used for 30 days is deleted. */
  WORKSPACES_MAX: z.coerce.number().int().min(0).max(10_000).default(100),
  /** Maximum number of registrations of developers from one address in an hour; an IPv6 address counts by its network (/64). */
  WORKSPACES_PER_HOUR_MAX: z.coerce.number().int().min(1).max(10_000).default(20),
  /**
   * Port of an identity provider with the test users of the sandbox, for trying a profile with `psuSignIn: oidc`. If unset, there
   * is none. It requires `PORTAL_URL`.
   */
  IDENTITY_PROVIDER_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** JSON file: settings of the scheme with which banks verify each other's payees. If unset, this bank answers for all. */
  PAYEE_SCHEME: z.string().optional(),
});
export type BankConfig = z.infer<typeof BankConfig>;
