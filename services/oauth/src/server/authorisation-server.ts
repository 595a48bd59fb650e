import { randomBytes } from 'node:crypto';
import { findForOAuth, OAUTH_SCOPES, readOAuthScope, sendBackToOAuth, Xs2aError } from '@xs2a/contracts';
import { type StoredSecret, sharedSecret } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import {
  type Configuration,
  errors,
  type Interaction,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider';
import { hasConsentEnded } from '../grants/has-consent-ended.ts';
import { revokeGrant } from '../grants/revoke-grant.ts';
import { hashOf } from '../model/server-record.ts';
import type { ServerSources } from '../model/server-sources.ts';
import { isOffered } from './offered-scope.ts';
import { presentRequest } from './present-request.ts';
import { adapterFor } from './record-adapter.ts';
import { TOKEN_ALGORITHM, type TokenKeys } from './token-keys.ts';

export type AuthorisationServer = Provider;

const CODE_SECONDS = 60;
/** Fixed by the library, regardless of the setting. */
const PUSHED_SECONDS = 60;
const SECONDS_PER_MINUTE = 60;
const SECONDS_PER_DAY = 86_400;

/** Cookies of a browser during an authorisation request. */
export const COOKIES = {
  interaction: 'xs2a-oauth-interaction',
  resume: 'xs2a-oauth-resume',
  session: 'xs2a-oauth-session',
} as const;

/** Addresses at the gateway, except `authorization` at the portal. */
export const ROUTES = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  pushed_authorization_request: '/oauth/par',
  revocation: '/oauth/revoke',
} as const;

export async function createAuthorisationServer(
  context: ServerSources,
  keys: TokenKeys,
  secrets: Collection<StoredSecret>,
): Promise<AuthorisationServer> {
  const cookieKey = await sharedSecret(secrets, 'cookies', () => randomBytes(32).toString('base64url'));
  const server = new Provider(context.issuer, configurationOf(context, keys, cookieKey));
  // Gateway and portal have terminated TLS.
  server.proxy = true;
  // Passed on to the caller like any error of this service: the library would always answer 500.
  server.on('server_error', (_, error: Error) => presentRequest.getStore()?.failWith(error));
  server.Client.prototype.redirectUriAllowed = (uri: string) => presentRequest.getStore()?.mayRedirectTo(uri) ?? false;
  return server;
}

function configurationOf(context: ServerSources, keys: TokenKeys, cookieKey: string): Configuration {
  const { portalUrl, profile, subjects } = context;
  const { accessTokenMinutes, refreshTokenDays, pushedRequestsOnly } = profile.oauth;
  const { redirectLinkMinutes } = profile.limits;
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true, secure: portalUrl.startsWith('https:') } as const;
  return {
    adapter: (kind: string) => adapterFor(context, kind),
    jwks: { keys: [...keys.own] },
    routes: ROUTES,
    scopes: ['offline_access'],
    responseTypes: ['code'],
    clientAuthMethods: ['tls_client_auth'],
    enabledJWA: { idTokenSigningAlgValues: [TOKEN_ALGORITHM] },
    pkce: { required: () => true },
    // The single redirect URI of a client is a placeholder (`clientOf`), to which no browser is sent.
    allowOmittingSingleRegisteredRedirectUri: false,
    cookies: { keys: [cookieKey], names: COOKIES, short: cookie, long: cookie },
    features: featuresOf(context, pushedRequestsOnly),
    interactions: { policy: signInAlways(), url: (_, interaction) => pageFor(context, interaction) },
    async findAccount(_, id) {
      const known = await subjects.findOne({ _id: id });
      return known === null ? undefined : { accountId: id, claims: () => Promise.resolve({ sub: id }) };
    },
    // Pre-step tokens have no refresh token: the PSU signs in again.
    issueRefreshToken: (_, __, code) => {
      const scope = readOAuthScope(code.scope);
      return Promise.resolve(scope?.resourceId !== undefined && (scope.name === 'AIS' || scope.name === 'PIIS'));
    },
    // A bound refresh token need not change (FAPI 2.0 Security Profile, 5.3.2.1).
    rotateRefreshToken: false,
    expiresWithSession: () => false,
    formats: {
      customizers: {
        jwt: (_, token, jwt) => {
          if ('grantId' in token && typeof token.grantId === 'string') {
            jwt.payload = { ...jwt.payload, grant: hashOf('Grant', token.grantId) };
          }
        },
      },
    },
    ttl: {
      AuthorizationCode: CODE_SECONDS,
      PushedAuthorizationRequest: PUSHED_SECONDS,
      AccessToken: accessTokenMinutes * SECONDS_PER_MINUTE,
      RefreshToken: refreshTokenDays * SECONDS_PER_DAY,
      Grant: refreshTokenDays * SECONDS_PER_DAY,
      Interaction: redirectLinkMinutes * 4 * SECONDS_PER_MINUTE,
      Session: redirectLinkMinutes * 4 * SECONDS_PER_MINUTE,
      IdToken: CODE_SECONDS,
    },
    renderError: (ctx, out) => {
      ctx.type = 'json';
      ctx.body = out;
    },
  };
}

function featuresOf(context: ServerSources, pushedRequestsOnly: boolean): NonNullable<Configuration['features']> {
  const { issuer, profile } = context;
  return {
    devInteractions: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
    revocation: { enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId },
    pushedAuthorizationRequests: { enabled: true, requirePushedAuthorizationRequests: pushedRequestsOnly },
    mTLS: {
      enabled: true,
      tlsClientAuth: true,
      certificateBoundAccessTokens: true,
      getCertificate: () => presentRequest.getStore()?.certificate,
      // The gateway has validated the certificate.
      certificateAuthorized: () => presentRequest.getStore()?.tpp !== undefined,
      certificateSubjectMatches: (_, __, expected) => presentRequest.getStore()?.tpp?.id === expected,
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => issuer,
      useGrantedResource: () => true,
      async getResourceServerInfo(ctx, resource, client) {
        if (resource !== issuer) throw new errors.InvalidTarget();
        const scope = await scopeOf(context, ctx, client.clientId);
        return {
          scope,
          audience: issuer,
          accessTokenTTL: profile.oauth.accessTokenMinutes * SECONDS_PER_MINUTE,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: TOKEN_ALGORITHM } },
        };
      },
    },
  };
}

/** Returns the requested or granted scope: exactly one resource or service, for a role of the TPP, whose consent has not ended. */
async function scopeOf(context: ServerSources, { oidc }: KoaContextWithOIDC, clientId: string): Promise<string> {
  const refreshed = oidc.entities.RefreshToken;
  const source = refreshed ?? oidc.entities.AuthorizationCode;
  const text = source?.scope ?? (oidc.params?.['scope'] as string | undefined) ?? '';
  const scope = readOAuthScope(text);
  if (scope === undefined || !isOffered(context.profile, scope)) {
    throw new errors.InvalidScope('exactly one offered scope is needed, such as AIS:<consentId>', text);
  }
  const tpp = presentRequest.getStore()?.tpp;
  if (tpp !== undefined && !tpp.roles.includes(OAUTH_SCOPES[scope.name].role)) {
    throw new errors.InvalidScope('the certificate lacks the role for this service', text);
  }
  if (refreshed !== undefined && (await hasConsentEnded(context, clientId, scope))) {
    if (refreshed.grantId !== undefined) await revokeGrant(context, hashOf('Grant', refreshed.grantId));
    throw new errors.InvalidGrant('the consent is not valid any more');
  }
  return text;
}

/** Requires a sign-in for each request, regardless of earlier ones. */
function signInAlways(): interactionPolicy.DefaultPolicy {
  const { base, Check, Prompt } = interactionPolicy;
  const policy = base();
  policy.clear();
  const check = new Check('sign_in', 'the PSU must sign in', 'login_required', ({ oidc }) =>
    oidc.result?.login === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
  );
  policy.add(new Prompt({ name: 'login', requestable: true }, check));
  return policy;
}

/** Returns the page for the PSU: that of the redirect approach for a resource, the sign-in for a pre-step. */
async function pageFor({ bus, portalUrl, records }: ServerSources, { uid, params }: Interaction): Promise<string> {
  const scope = readOAuthScope(params['scope'] as string);
  if (scope?.resourceId === undefined) return `${portalUrl}/oauth/sign-in/${uid}`;
  const { resourceId } = scope;
  const kinds = [...OAUTH_SCOPES[scope.name].kinds];
  try {
    const tppId = String(params['client_id']);
    const { authorisationId } = await bus.ask(findForOAuth, { tppId, kinds, resourceId });
    const returnUri = `${portalUrl}/oauth/authorize/${uid}`;
    const redirectUri = String(params['redirect_uri']);
    const { redirectReference } = await bus.ask(sendBackToOAuth, { authorisationId, tppId, returnUri, redirectUri });
    await records.updateOne({ _id: hashOf('Interaction', uid) }, { $set: { authorisationId } });
    return `${portalUrl}/sca/${redirectReference}`;
  } catch (error) {
    if (!(error instanceof Xs2aError) || error.refusal.status >= 500) throw error;
    throw new errors.InvalidScope('there is no open authorisation of this resource', String(params['scope']));
  }
}
