import { z } from 'zod';

/** Whether requests of a service may or must contain a token that identifies the PSU. */
const PreStep = z.enum(['off', 'optional', 'needed']);

/** The bank's own authorisation server: the gateway verifies its tokens, and with `integrated`, PSUs approve there. */
export const OAuthServer = z.strictObject({
  metadataUrl: z.url({ protocol: /^https?$/ }).describe('address of its metadata (RFC 8414), which TPPs are shown'),
  issuer: z.string().min(1).describe('issuer in its tokens (`iss`)'),
  keysUrl: z
    .url({ protocol: /^https?$/ })
    .describe('address of the public keys (JWK Set, RFC 7517) that its tokens are signed with'),
  audience: z.string().min(1).describe('audience in its tokens (`aud`)'),
  scopes: z
    .strictObject({
      accounts: z.string().min(1).describe('scope of its tokens for account information'),
      payments: z.string().min(1).describe('scope of its tokens for payments and baskets'),
      funds: z.string().min(1).describe('scope of its tokens for funds confirmation'),
    })
    .describe('how its scopes map to services'),
  psuIdClaim: z.string().min(1).describe('claim that contains the PSU-ID'),
  corporateIdClaim: z.string().min(1).optional().describe('claim that contains the PSU-Corporate-ID, if there is one'),
});
export type OAuthServer = z.infer<typeof OAuthServer>;

/** Settings of OAuth 2.0. */
export const OAuth = z
  .strictObject({
    integrated: z
      .boolean()
      .describe('whether the PSU approves at the authorisation server: the link scaOAuth in place of scaRedirect'),
    readsNeedToken: z
      .boolean()
      .describe('whether reads of accounts need the access token of their consent besides Consent-ID'),
    preStep: z
      .strictObject({
        accounts: PreStep.describe('token that names the PSU, for account information: off, optional or needed'),
        payments: PreStep.describe('the same for payments and signing baskets'),
        funds: PreStep.describe('the same for consents to funds confirmation'),
      })
      .describe('sign-in of the PSU before the first request, which names the PSU in place of PSU-ID'),
    pushedRequestsOnly: z
      .boolean()
      .describe('whether authorisation requests must be pushed (RFC 9126); clients of NextGenPSD2 know no such step'),
    accessTokenMinutes: z.int().min(1).max(60).describe('life of an access token'),
    refreshTokenDays: z
      .int()
      .min(1)
      .max(400)
      .describe('life of a refresh token; one of a consent ends with the consent'),
    server: OAuthServer.optional().describe("the bank's own authorisation server; if absent, that of this service"),
  })
  .describe('OAuth 2.0 as pre-step and as SCA approach (decision 69)');
export type OAuth = z.infer<typeof OAuth>;

/** Whether PSUs approve at the bank's own authorisation server (decision 100). */
export function approvesAtBankServer({ oauth }: { readonly oauth: OAuth }): boolean {
  return oauth.integrated && oauth.server !== undefined;
}

/** Whether access tokens are accepted at all. */
export function offersOAuth({ oauth }: { readonly oauth: OAuth }): boolean {
  return oauth.integrated || offersPreStep({ oauth });
}

/** Whether a token may identify the PSU before the first request. */
function offersPreStep({ oauth: { preStep } }: { readonly oauth: OAuth }): boolean {
  return Object.values(preStep).some((choice) => choice !== 'off');
}
