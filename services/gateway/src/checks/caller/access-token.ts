import { timingSafeEqual } from 'node:crypto';
import { ENDPOINTS, type Endpoint, type OAuthScope, offersOAuth, Xs2aError } from '@xs2a/contracts';
import type { GatewayContext } from '../../context.ts';
import { type Call, headerOf } from '../../request/call.ts';
import { valuesOf } from '../../signatures/signed-content.ts';
import type { AccessToken } from '../../tokens/access-tokens.ts';
import { thumbprintOf } from '../../tokens/bound-certificate.ts';
import { isUnderConsent, scopeFault, serviceOf } from './token-scope.ts';

type TokenContext = Pick<GatewayContext, 'profile' | 'accessTokens' | 'revokedGrants'>;

const PATH = 'Authorization';
const BEARER = /^Bearer +([A-Za-z0-9._~+/-]{1,8000}=*)$/i;

/** Checks the access token. A token that is sent is either valid or refused, never ignored (RFC 6750, Implementation Guidelines 13). */
export function accessToken(call: Call, context: TokenContext): void | Promise<void> {
  const row: Endpoint = ENDPOINTS[call.endpoint];
  // An empty header counts as absent (decision 13).
  const [sent, ...others] = valuesOf(call, 'authorization').filter((value) => value !== '');
  if (sent === undefined) return refuseIfNeeded(row, context);
  if (others.length > 0) throw new Xs2aError('headerInvalid', { path: PATH, text: 'must be sent once' });
  const [, token] = BEARER.exec(sent) ?? [];
  if (!offersOAuth(context.profile)) throw unknown('this bank has no access tokens; do not send the header');
  if (token === undefined) throw unknown('it must be: Bearer, a blank, and the access token');
  const read = context.accessTokens.read(token);
  return read instanceof Promise
    ? read.then((found) => checkToken(call, row, found, context))
    : checkToken(call, row, read, context);
}

/** Refuses a request without a token if one is needed: to create a resource after a pre-step, or to read under a consent given by OAuth. */
function refuseIfNeeded(row: Endpoint, { profile }: TokenContext): void {
  if (isTokenNeeded(row, profile)) throw unknown('an access token is needed');
}

export function isTokenNeeded(row: Endpoint, { oauth: { preStep, readsNeedToken } }: TokenContext['profile']): boolean {
  const isPreStep = row.creates === true && preStep[serviceOf(row)] === 'needed';
  return isPreStep || (readsNeedToken && row.readsAccounts === true);
}

function checkToken(call: Call, row: Endpoint, token: AccessToken, context: TokenContext): void | Promise<void> {
  if (token.tppId !== call.tpp.id) throw unknown('it is not of this TPP');
  if (!isSame(token.thumbprint, thumbprintOf(call))) throw invalid('it is bound to another certificate');
  const scope = fittingScope(call, row, token, context);
  if (scope.resourceId === undefined) namePsu(call, token);
  else if (isUnderConsent(row)) call.headers['consent-id'] = headerOf(call, 'consent-id') ?? scope.resourceId;
  // Only the gateway's own tokens support confirmation; the bank's server does not know it.
  else if (context.profile.oauth.server === undefined) call.tokenSubject = token.subject;
  const isRevoked = token.grant === undefined ? false : context.revokedGrants.has(token.grant);
  return isRevoked instanceof Promise ? isRevoked.then(refuseRevoked) : refuseRevoked(isRevoked);
}

function fittingScope(call: Call, row: Endpoint, { scopes }: AccessToken, { profile }: TokenContext): OAuthScope {
  const faults: string[] = [];
  for (const scope of scopes) {
    const fault = scopeFault(call, row, scope, profile);
    if (fault === undefined) return scope;
    faults.push(fault);
  }
  throw invalid(faults[0] ?? 'it has no scope of this interface');
}

function refuseRevoked(isRevoked: boolean): void {
  if (isRevoked) throw invalid('it was revoked');
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Sets the PSU of the token. If the TPP also names a PSU, it must be the same (Implementation Guidelines 1.3.6). */
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
