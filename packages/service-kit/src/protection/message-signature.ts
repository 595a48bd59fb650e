import { createHash, sign, verify } from 'node:crypto';
import { z } from 'zod';
import type { ServiceKey, ServiceKeys } from './service-keys.ts';
import { UnauthenticMessage } from './unauthentic-message.ts';

/** A separate type excludes other JWTs (RFC 8725, section 3.11). */
const TYPE = 'xs2a-message+jwt';
/** Maximum difference in milliseconds between the clocks of two services. */
const SKEW_MS = 5_000;
/** Maximum validity of a message in milliseconds: longer than any hop. */
const LIFETIME_MS_MAX = 60_000;
const TOKEN_CHARACTERS_MAX = 2_000;

const Header = z.strictObject({ alg: z.literal('EdDSA'), typ: z.literal(TYPE), kid: z.string() });
const Claims = z.object({
  /** Issuer: the calling participant. */
  iss: z.string(),
  /** Subject: the subject of the operation. */
  sub: z.string(),
  /** Time of issue and expiry: seconds since the epoch. */
  iat: z.number(),
  exp: z.number(),
  jti: z.string().min(16).max(100),
  /** SHA-256 of the payload. */
  sha256: z.string(),
});
export type Claims = z.infer<typeof Claims>;

/** Signed part of a message. */
export interface Message {
  readonly subject: string;
  readonly payload: Uint8Array | string;
}

/** Signs a message: a JWT (RFC 7519) with EdDSA (RFC 8037) over its subject, payload and deadline. */
export function signMessage(
  { subject, payload }: Message,
  { service, kid, key }: ServiceKey & { service: string },
  deadline: number,
): string {
  const now = Date.now();
  const claims: Claims = {
    iss: service,
    sub: subject,
    iat: now / 1_000,
    exp: Math.min(deadline, now + LIFETIME_MS_MAX) / 1_000,
    jti: crypto.randomUUID(),
    sha256: hashOf(payload),
  };
  const signed = `${encode({ alg: 'EdDSA', typ: TYPE, kid })}.${encode(claims)}`;
  return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`;
}

/** Verifies a signature by one of these services for this subject and payload, and its validity now. Returns its claims. */
export function verifyMessage(
  token: string | undefined,
  { subject, payload }: Message,
  { keys, signers }: { keys: ServiceKeys; signers: readonly string[] },
): Claims {
  if (!token) throw new UnauthenticMessage('unsigned');
  const [head = '', body = '', signature = '', ...more] = token.length > TOKEN_CHARACTERS_MAX ? [] : token.split('.');
  const header = Header.safeParse(decode(head));
  const claims = Claims.safeParse(decode(body));
  if (!header.success || !claims.success || more.length > 0) throw new UnauthenticMessage('malformed');
  const { iss, sub, iat, exp, sha256 } = claims.data;
  if (!signers.includes(iss)) throw new UnauthenticMessage('otherSigner');
  const key = keys.publicKeyNamed(iss, 'signing', header.data.kid)?.key;
  if (key === undefined) throw new UnauthenticMessage('keyUnknown');
  if (!verify(null, Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))) {
    throw new UnauthenticMessage('signatureInvalid');
  }
  if (sub !== subject || sha256 !== hashOf(payload)) throw new UnauthenticMessage('otherMessage');
  const now = Date.now();
  if (iat * 1_000 > now + SKEW_MS) throw new UnauthenticMessage('fromTheFuture');
  if (exp * 1_000 < now - SKEW_MS || (exp - iat) * 1_000 > LIFETIME_MS_MAX) throw new UnauthenticMessage('expired');
  return claims.data;
}

/** Milliseconds since the epoch after which a message with these claims is rejected as expired. */
export function endOf({ exp }: Claims): number {
  return exp * 1_000 + SKEW_MS;
}

function hashOf(payload: Uint8Array | string): string {
  return createHash('sha256').update(payload).digest('base64url');
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function decode(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return undefined;
  }
}
