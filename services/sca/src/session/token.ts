import { createHash, randomBytes } from 'node:crypto';

/** Returns an unguessable token of 256 bits for links and sessions. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Hashes a token for storage: a stolen database gives access to no session. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
