import { z } from 'zod';

/** Environment of the sandbox bank. */
export const BankConfig = z.object({
  /** The sandbox bank has publicly known passwords and shows one-time codes. It starts only where this is `true`. */
  SANDBOX: z.literal('true', {
    error: 'must be true: this is the sandbox bank. In production, run the connector of your bank instead',
  }),
  /** Address of the portal of the sandbox, which shows the pictures of photoTAN. If unset, challenges have no `imageLink`. */
  PORTAL_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** PEM file: the test authority that issues certificates to developers who register. If unset, nobody can register. */
  TEST_AUTHORITY_CERTIFICATE: z.string().optional(),
  /** PEM file: private key of the test authority. */
  TEST_AUTHORITY_KEY: z.string().optional(),
  /** Developers who may have a sandbox of their own at the same time. One that is not used for 30 days is deleted. */
  WORKSPACES_MAX: z.coerce.number().int().min(0).max(10_000).default(100),
  /** Registrations of developers from one address in an hour; of an IPv6 address its network (/64) counts. */
  WORKSPACES_PER_HOUR_MAX: z.coerce.number().int().min(1).max(10_000).default(20),
  /**
   * Port of an identity provider with the test users of the sandbox, for trying a profile where `psuSignIn` is `oidc`. If unset,
   * there is none. It needs `PORTAL_URL`.
   */
  IDENTITY_PROVIDER_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
});
export type BankConfig = z.infer<typeof BankConfig>;
