import { createHash, randomBytes } from 'node:crypto';

/** An unguessable token of 256 bits for links and sessions. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token: whoever steals the database cannot continue a session. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
