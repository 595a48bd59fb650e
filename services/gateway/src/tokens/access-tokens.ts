import { hash as hashOf } from 'node:crypto';
import {
  type AspspProfile,
  approvesAtBankServer,
  OAUTH_SCOPES,
  type OAuthScope,
  type OAuthServer,
  type PsuData,
  PsuData as PsuDataSchema,
  readOAuthScope,
  readTokenKeys,
  readTokenPsu,
  Xs2aError,
} from '@xs2a/contracts';
import type { Bus, Clock } from '@xs2a/service-kit';
import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';
import { type Expected, verifyEs256 } from './verify-es256.ts';

/** Upper bound on cached tokens, kept with their claims by hash. */
const KNOWN_MAX = 20_000;
/** Time after which the keys of this service's own server are read again. */
const KEYS_USED_MS = 300_000;
/** Minimum interval between two reads of the keys, even if tokens name unknown keys. */
const KEYS_KEPT_MS = 1_000;
const ALGORITHMS = ['ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512', 'EdDSA', 'Ed25519'];
const PATH = 'Authorization';

const Claims = z.object({
  sub: z.string(),
  client_id: z.string(),
  scope: z.string(),
  exp: z.number(),
  cnf: z.object({ 'x5t#S256': z.string() }),
  grant: z.string().optional(),
});

/** Claims of a valid token. */
export interface AccessToken {
  readonly subject: string;
  readonly tppId: string;
  /** Thumbprint of the certificate to which the token is bound (RFC 8705). */
  readonly thumbprint: string;
  readonly scopes: readonly OAuthScope[];
  readonly expiresAtMs: number;
  /** The grant as a whole can be revoked. */
  readonly grant?: string | undefined;
  /** PSU named in the token, if any. */
  readonly psu?: PsuData | undefined;
}

interface Sources {
  readonly bus: Bus;
  readonly now: Clock;
  readonly profile: Pick<AspspProfile, 'oauth'>;
  /** Issuer and audience of this service's own server. */
  readonly issuer: string;
}

/** Validates access tokens: each signature once; time and revocation at each request. */
export class AccessTokens {
  readonly #sources: Sources;
  readonly #known = new Map<string, AccessToken>();
  #ownKeys: { readonly key: JWTVerifyGetKey; readonly at: number } | undefined;
  #keysOfBank: JWTVerifyGetKey | undefined;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** Reads a token; synchronous if it is cached. Throws if it is not genuine or has expired. */
  read(token: string): AccessToken | Promise<AccessToken> {
    const hash = hashOf('sha256', token, 'base64url');
    const known = this.#known.get(hash);
    if (known === undefined) return this.#verify(token, hash);
    if (known.expiresAtMs <= this.#sources.now().getTime()) throw new Xs2aError('tokenExpired', { path: PATH });
    return known;
  }

  async #verify(token: string, hash: string): Promise<AccessToken> {
    const { profile, issuer, now } = this.#sources;
    const { server } = profile.oauth;
    const { issuer: of, audience } = server === undefined ? { issuer, audience: issuer } : server;
    let payload: JWTPayload;
    try {
      payload = await this.#verified(token, { issuer: of, audience, currentDate: now() }, server);
    } catch (error) {
      if (error instanceof Xs2aError) throw error;
      if (error instanceof errors.JWTExpired) throw new Xs2aError('tokenExpired', { path: PATH });
      if (error instanceof errors.JOSEError && !isOfKeys(error)) throw new Xs2aError('tokenUnknown', { path: PATH });
      throw new Xs2aError('serviceUnavailable', { cause: error });
    }
    const claims = Claims.safeParse(payload);
    if (!claims.success) throw new Xs2aError('tokenUnknown', { path: PATH });
    const read = await this.#read(claims.data, payload, server);
    this.#keep(hash, read);
    return read;
  }

  async #verified(token: string, expected: Expected, server: OAuthServer | undefined): Promise<JWTPayload> {
    if (server !== undefined) {
      this.#keysOfBank ??= createRemoteJWKSet(new URL(server.keysUrl), { timeoutDuration: 2_000 });
      return verifyWith(this.#keysOfBank, token, expected);
    }
    try {
      return await verifyWith(await this.#keys(KEYS_USED_MS), token, expected);
    } catch (error) {
      // The key may have been added since.
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      return verifyWith(await this.#keys(KEYS_KEPT_MS), token, expected);
    }
  }

  async #keys(notOlderThanMs: number): Promise<JWTVerifyGetKey> {
    const at = Date.now();
    if (this.#ownKeys !== undefined && at - this.#ownKeys.at < notOlderThanMs) return this.#ownKeys.key;
    const { keys } = await this.#sources.bus.ask(readTokenKeys, {});
    this.#ownKeys = { key: createLocalJWKSet({ keys }), at };
    return this.#ownKeys.key;
  }

  async #read(
    { sub, client_id, scope, exp, cnf, grant }: z.infer<typeof Claims>,
    payload: JWTPayload,
    server: OAuthServer | undefined,
  ): Promise<AccessToken> {
    const scopes = server === undefined ? ownScopes(scope) : scopesOfBank(scope, server, this.#sources.profile);
    if (scopes.length === 0) throw new Xs2aError('tokenInvalid', { path: PATH });
    const namesPsu = scopes.some(({ resourceId }) => resourceId === undefined);
    const named = namesPsu ? await this.#psuOf(sub, payload, server) : undefined;
    if (namesPsu && named === undefined) throw new Xs2aError('tokenUnknown', { path: PATH });
    const expiresAtMs = exp * 1_000;
    const psu = named && { ...named, authenticatedUntil: new Date(expiresAtMs).toISOString() };
    const grantOfOwn = server === undefined ? grant : undefined;
    const thumbprint = cnf['x5t#S256'];
    return { subject: sub, tppId: client_id, thumbprint, scopes, expiresAtMs, grant: grantOfOwn, psu };
  }

  async #psuOf(subject: string, payload: JWTPayload, server: OAuthServer | undefined): Promise<PsuData | undefined> {
    if (server === undefined) return (await this.#sources.bus.ask(readTokenPsu, { subject })).psu;
    const { psuIdClaim, corporateIdClaim } = server;
    const corporateId = corporateIdClaim === undefined ? undefined : payload[corporateIdClaim];
    const named = PsuDataSchema.safeParse({
      psuId: payload[psuIdClaim],
      ...(corporateId !== undefined && { corporateId }),
    });
    return named.success ? named.data : undefined;
  }

  #keep(hash: string, token: AccessToken): void {
    const [oldest] = this.#known.size >= KNOWN_MAX ? this.#known.keys() : [];
    if (oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(hash, token);
  }
}

async function verifyWith(key: JWTVerifyGetKey, token: string, expected: Expected): Promise<JWTPayload> {
  const payload = await verifyEs256(token, key, expected);
  return payload ?? (await jwtVerify(token, key, { ...expected, algorithms: ALGORITHMS })).payload;
}

/** Whether the keys of the bank's server could not be fetched, which says nothing about the token. */
function isOfKeys(error: Error): boolean {
  return (
    error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid || error.constructor === errors.JOSEError
  );
}

function ownScopes(text: string): OAuthScope[] {
  const scope = readOAuthScope(text);
  return scope === undefined ? [] : [scope];
}

/** Returns the services and approved resources that the scopes of the bank's own server stand for. */
function scopesOfBank(text: string, { scopes }: OAuthServer, profile: Sources['profile']): OAuthScope[] {
  const words = text.split(' ');
  const named = approvesAtBankServer(profile) ? words.map(readOAuthScope) : [];
  const resources = named.filter((scope) => scope?.resourceId !== undefined) as OAuthScope[];
  const services = (Object.keys(OAUTH_SCOPES) as (keyof typeof OAUTH_SCOPES)[])
    .filter((name) => words.includes(scopes[OAUTH_SCOPES[name].service]))
    .map((name) => ({ name }));
  return [...resources, ...services];
}
