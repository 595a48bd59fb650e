import { z } from 'zod';

const Acr = z.string().regex(/^\S+$/);

const Scope = z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, 'must be a scope (RFC 6749, 3.3)');

/** The bank's identity provider (OpenID Connect Core 1.0). The client secret is a variable of sca. */
export const IdentityProvider = z.strictObject({
  issuer: z
    .url({ protocol: /^https?$/ })
    .describe('its issuer (`iss`), below which its metadata and all its addresses are'),
  clientId: z.string().min(1).describe('name of this service there (`client_id`)'),
  clientAuthentication: z
    .enum(['client_secret_basic', 'private_key_jwt'])
    .describe('how this service authenticates there: by SIGN_IN_SECRET_FILE or SIGN_IN_KEYS_FILE of sca'),
  scopes: z
    .array(Scope)
    .refine((scopes) => scopes.includes('openid'), 'must contain openid')
    .describe('scopes that are asked for, with openid'),
  psuIdClaim: z.string().min(1).describe('claim of the ID token that contains the PSU-ID'),
  corporateIdClaim: z.string().min(1).optional().describe('claim that contains the PSU-Corporate-ID, if there is one'),
  acrValues: z
    .array(Acr)
    .optional()
    .describe('authentication contexts (`acr`) that are asked for, one of which is demanded; if absent, none'),
  bothFactorsAcrValues: z
    .array(Acr)
    .min(1)
    .optional()
    .describe(
      'those of acrValues in which the bank has verified two factors: consents then need no other, payments always do (decision 78)',
    ),
});
export type IdentityProvider = z.infer<typeof IdentityProvider>;

/** Sign-in of PSUs with the first factor. */
export const PsuSignIn = z
  .enum(['portal', 'oidc'])
  .describe(
    "sign-in of PSUs: PSU-ID and password on this service's pages, or at the identity provider of the bank (decision 78)",
  );
export type PsuSignIn = z.infer<typeof PsuSignIn>;
