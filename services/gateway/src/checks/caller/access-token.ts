import { timingSafeEqual } from 'node:crypto';
import { ENDPOINTS, type Endpoint, OAUTH_SCOPES, type OAuthScope, offersOAuth, Xs2aError } from '@xs2a/contracts';
import type { GatewayContext } from '../../context.ts';
import { type Call, headerOf } from '../../request/call.ts';
import { valuesOf } from '../../signatures/signed-content.ts';
import type { AccessToken } from '../../tokens/access-tokens.ts';
import { thumbprintOf } from '../../tokens/bound-certificate.ts';

type TokenContext = Pick<GatewayContext, 'profile' | 'accessTokens' | 'revokedGrants'>;
type Service = (typeof OAUTH_SCOPES)[keyof typeof OAUTH_SCOPES]['service'];

const PATH = 'Authorization';
const BEARER = /^Bearer +([A-Za-z0-9._~+/-]{1,8000}=*)$/i;

/** A token that is sent counts or is refused: it is never ignored (RFC 6750, Implementation Guidelines 13). */
export function accessToken(call: Call, context: TokenContext): void | Promise<void> {
  const row: Endpoint = ENDPOINTS[call.endpoint];
  // An empty header counts as absent (decision 54).
  const [sent, ...others] = valuesOf(call, 'authorization').filter((value) => value !== '');
  if (sent === undefined) return refuseIfNeeded(row, context);
  if (others.length > 0) throw new Xs2aError('headerInvalid', { path: PATH, text: 'must be sent once' });
  const [, token] = BEARER.exec(sent) ?? [];
  if (!offersOAuth(context.profile)) throw unknown('this bank has no access tokens; do not send the header');
  if (token === undefined) throw unknown('it must be: Bearer, a blank, and the access token');
  const read = context.accessTokens.read(token);
  return read instanceof Promise
    ? read.then((found) => judge(call, row, found, context))
    : judge(call, row, read, context);
}

/** A pre-step comes before a resource is created. A consent by OAuth is used with its token. */
function refuseIfNeeded(row: Endpoint, { profile }: TokenContext): void {
  if (isTokenNeeded(row, profile)) throw unknown('an access token is needed');
}

export function isTokenNeeded(row: Endpoint, { oauth: { preStep, readsNeedToken } }: TokenContext['profile']): boolean {
  const isPreStep = row.creates === true && preStep[serviceOf(row)] === 'needed';
  return isPreStep || (readsNeedToken && row.readsAccounts === true);
}

function judge(call: Call, row: Endpoint, token: AccessToken, context: TokenContext): void | Promise<void> {
  if (token.tppId !== call.tpp.id) throw unknown('it is not of this TPP');
  if (!isSame(token.thumbprint, thumbprintOf(call))) throw invalid('it is bound to another certificate');
  const scope = token.scopes.find((one) => fits(call, row, one, context));
  if (scope === undefined) throw invalid('it is not for this resource or service');
  if (scope.resourceId === undefined) namePsu(call, token);
  else if (row.readsAccounts === true) call.headers['consent-id'] = headerOf(call, 'consent-id') ?? scope.resourceId;
  // The bank's own server knows nothing of a confirmation.
  else if (context.profile.oauth.server === undefined) call.tokenSubject = token.subject;
  const isRevoked = token.grant === undefined ? false : context.revokedGrants.has(token.grant);
  return isRevoked instanceof Promise ? isRevoked.then(refuseRevoked) : refuseRevoked(isRevoked);
}

function refuseRevoked(isRevoked: boolean): void {
  if (isRevoked) throw invalid('it was revoked');
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Of a resource: at its own addresses alone. Of a pre-step: at those of its service. */
function fits(call: Call, row: Endpoint, { name, resourceId }: OAuthScope, { profile }: TokenContext): boolean {
  if (resourceId !== undefined) return isAddressed(call, row, name, resourceId);
  const { service } = OAUTH_SCOPES[name];
  if (row.readsAccounts === true && profile.oauth.readsNeedToken) return false;
  return service === serviceOf(row) && profile.oauth.preStep[service] !== 'off' && isOfName(row, name);
}

/** Baskets share the service of payments. */
function isOfName({ family }: Endpoint, name: OAuthScope['name']): boolean {
  return name === 'SBS' ? family === 'SBS' : name !== 'PIS' || family === 'PIS' || family === 'SBS';
}

/** Whether a request addresses the resource of a token. A read without Consent-ID is one of the token's consent. */
function isAddressed(call: Call, row: Endpoint, name: OAuthScope['name'], resourceId: string): boolean {
  const { consentId, paymentId, basketId } = call.params as Partial<Record<string, string>>;
  const named = headerOf(call, 'consent-id');
  if (row.family === 'SBS') return name === 'SBS' && basketId === resourceId;
  if (row.family === 'PIS') return name === 'PIS' && paymentId === resourceId;
  if (row.family === 'PIIS') return name === 'PIIS' && named === resourceId;
  if (isOfFunds(row)) return name === 'PIIS' && consentId === resourceId;
  return name === 'AIS' && (row.readsAccounts === true ? (named ?? resourceId) : consentId) === resourceId;
}

function isOfFunds({ family, roles }: Endpoint): boolean {
  return family === 'PIIS' || !roles.some((role) => role !== 'PIISP');
}

/** The service of the profile that a request belongs to. */
export function serviceOf(row: Endpoint): Service {
  if (isOfFunds(row)) return 'funds';
  return row.family === 'AIS' ? 'accounts' : 'payments';
}

/** The PSU of the token. The TPP may name it too, and then it must be the same (Implementation Guidelines 1.3.6). */
function namePsu(call: Call, { psu }: AccessToken): void {
  if (psu === undefined) return;
  for (const [name, own] of [
    ['PSU-ID', psu.psuId],
    ['PSU-Corporate-ID', psu.corporateId],
  ] as const) {
    const sent = headerOf(call, name.toLowerCase());
    if (sent !== undefined && sent !== own) {
      throw new Xs2aError('psuCredentialsInvalid', { path: name, text: 'it is not the PSU of the access token' });
    }
  }
  call.tokenPsu = psu;
  const { psuId, corporateId } = psu;
  call.tpp = { ...call.tpp, onBehalfOf: { psuId, ...(corporateId !== undefined && { corporateId }) } };
}

function unknown(text: string): Xs2aError {
  return new Xs2aError('tokenUnknown', { path: PATH, text });
}

function invalid(text: string): Xs2aError {
  return new Xs2aError('tokenInvalid', { path: PATH, text });
}
