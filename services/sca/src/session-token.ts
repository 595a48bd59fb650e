import { createHash, randomBytes } from 'node:crypto';
import type { Authorisation } from './authorisation.ts';

/** An unguessable word of 256 bit for links and sessions. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a session token: a thief of the database cannot continue a session. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** The session after a step: a new token, beside the one before it. */
export function renewedSession(
  { session }: Authorisation,
  at: Date,
): { token: string; session: NonNullable<Authorisation['session']> } {
  const token = newToken();
  const previous = session === undefined ? {} : { previousHash: session.hash };
  return { token, session: { hash: hashToken(token), ...previous, usedAt: at } };
}
