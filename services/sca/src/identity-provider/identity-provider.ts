import { type IdentityProvider as ProviderSettings, Xs2aError } from '@xs2a/contracts';
import type { Log } from '@xs2a/service-kit';
import * as client from 'openid-client';
import { z } from 'zod';
import { createIssuerFetch, ProviderUnavailable } from './ask-provider.ts';
import type { ClientCredential } from './provider-settings.ts';

/** Shorter than a PSU's browser waits. */
const TIMEOUT_SECONDS = 2;
/** Permitted difference between the clocks. */
const TOLERANCE_SECONDS = 30;
const MS_PER_SECOND = 1_000;
/** Errors of the authorisation response after which the PSU may simply try again (RFC 6749, 4.1.2.1; OpenID Connect Core 1.0, 3.1.2.6). */
const DECLINED = ['access_denied', 'login_required', 'interaction_required', 'account_selection_required'];
const AWAY = ['server_error', 'temporarily_unavailable'];

const Id = z.string().trim().min(1).max(100);

interface Sources {
  readonly settings: ProviderSettings;
  readonly credential: ClientCredential;
  readonly redirectUri: string;
  readonly log: Log;
}

interface SignInRequest {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The signed-in person, or the reason of the failure. */
export type BankSignInResult =
  | {
      readonly psuId: string;
      readonly corporateId?: string;
      /** The authentication context, if the bank states that it is both factors. */
      readonly bothFactors?: string;
    }
  | 'bankSignInDeclined'
  | 'bankSignInFailed'
  | 'bankSignInUnknown';

/** The bank's identity provider (OpenID Connect Core 1.0, authorisation code flow with PKCE). */
export class IdentityProvider {
  readonly #sources: Sources;
  #found: Promise<client.Configuration> | undefined;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** Returns the address for the browser. The PSU must sign in now, even if the provider has a session (`max_age`). */
  async location({ state, nonce, verifier, language }: SignInRequest & { language: string }): Promise<string> {
    const { settings, redirectUri } = this.#sources;
    const configuration = await this.#configuration();
    const { acrValues = [] } = settings;
    return client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: settings.scopes.join(' '),
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      max_age: '0',
      ui_locales: language,
      ...(acrValues.length > 0 && { acr_values: acrValues.join(' ') }),
    }).href;
  }

  /** Redeems the code of an answer, and verifies the ID token: signature, issuer, audience, time, nonce, fresh sign-in. */
  async finish(answer: string, { state, nonce, verifier }: SignInRequest, begunAt: Date): Promise<BankSignInResult> {
    const configuration = await this.#configuration();
    const { redirectUri } = this.#sources;
    try {
      const tokens = await client.authorizationCodeGrant(configuration, new URL(`${redirectUri}?${answer}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      return this.#judge(tokens.claims(), begunAt);
    } catch (error) {
      return this.#failure(error);
    }
  }

  #judge(claims: client.IDToken | undefined, begunAt: Date): BankSignInResult {
    const { psuIdClaim, corporateIdClaim, acrValues = [], bothFactorsAcrValues = [] } = this.#sources.settings;
    if (claims === undefined) return this.#refuse('there is no ID token');
    const { auth_time: signedInAt, acr } = claims;
    if (signedInAt === undefined || signedInAt < begunAt.getTime() / MS_PER_SECOND - TOLERANCE_SECONDS) {
      return this.#refuse('the sign-in is older than the request (auth_time)');
    }
    if (acrValues.length > 0 && (typeof acr !== 'string' || !acrValues.includes(acr))) {
      return this.#refuse('the authentication context is not one that was demanded (acr)');
    }
    const psuId = Id.safeParse(claims[psuIdClaim]);
    const corporateClaim = corporateIdClaim === undefined ? undefined : claims[corporateIdClaim];
    const corporateId = Id.optional().safeParse(corporateClaim ?? undefined);
    if (!psuId.success || !corporateId.success) {
      this.#refuse('the ID token names no PSU');
      return 'bankSignInUnknown';
    }
    return {
      psuId: psuId.data,
      ...(corporateId.data !== undefined && { corporateId: corporateId.data }),
      ...(typeof acr === 'string' && bothFactorsAcrValues.includes(acr) && { bothFactors: acr }),
    };
  }

  #failure(error: unknown): BankSignInResult {
    if (error instanceof client.AuthorizationResponseError) {
      if (AWAY.includes(error.error)) throw this.#away(error);
      this.#refuse(error.error);
      return DECLINED.includes(error.error) ? 'bankSignInDeclined' : 'bankSignInFailed';
    }
    if (isAway(error)) throw this.#away(error);
    // A credential that the provider does not accept is no fault of the PSU.
    if (error instanceof client.ResponseBodyError && error.error === 'invalid_client') throw this.#away(error);
    return this.#refuse(codeOf(error));
  }

  #refuse(why: string): 'bankSignInFailed' {
    this.#sources.log.warn({ event: 'bankSignInRefused', why }, 'a sign-in at the identity provider does not count');
    return 'bankSignInFailed';
  }

  #away(error: unknown): Xs2aError {
    const why = codeOf(error);
    this.#sources.log.error({ event: 'identityProviderAway', why }, 'the identity provider cannot be used');
    return new Xs2aError('serviceUnavailable', { cause: error });
  }

  async #configuration(): Promise<client.Configuration> {
    this.#found ??= this.#discover();
    try {
      return await this.#found;
    } catch (error) {
      this.#found = undefined;
      throw this.#away(error);
    }
  }

  /** Reads the provider's metadata once, and its keys again when a token names an unknown one. */
  async #discover(): Promise<client.Configuration> {
    const { settings, credential } = this.#sources;
    const { issuer, clientId } = settings;
    const authentication =
      'secret' in credential
        ? client.ClientSecretBasic(credential.secret)
        : client.PrivateKeyJwt(credential.privateKey);
    const metadata = { [client.clockTolerance]: TOLERANCE_SECONDS };
    const isPlain = issuer.startsWith('http:');
    return client.discovery(new URL(issuer), clientId, metadata, authentication, {
      [client.customFetch]: createIssuerFetch(issuer) as client.CustomFetch,
      timeout: TIMEOUT_SECONDS,
      // By default, a token received over TLS is not verified. Plain http is accepted only in the sandbox
      // (`provider-settings.ts`).
      execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
    });
  }
}

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof ProviderUnavailable || error.name === 'TimeoutError') return true;
  return (error instanceof client.ClientError && error.code === 'OAUTH_TIMEOUT') || isAway(error.cause);
}

/** Returns the part of an error that may be logged: its name, never the token. */
function codeOf(error: unknown): string {
  if (error instanceof client.ResponseBodyError) return error.error;
  if (error instanceof client.ClientError) return error.code ?? error.name;
  return error instanceof Error ? error.name : 'unknown';
}
