import { createHmac } from 'node:crypto';

/** What a sign-in is for, so that its answer counts for nothing else. */
export interface WaySubject {
  readonly state: string;
  readonly browserKey: string;
  /** The authorisation and what it is about. */
  readonly subject: string;
}

/** Secrets of one way to the identity provider and back (RFC 7636, 4.1; OpenID Connect Core 1.0, 3.1.2.1). */
export function waySecrets(way: WaySubject): { verifier: string; nonce: string } {
  return { verifier: derive('verifier', way), nonce: derive('nonce', way) };
}

function derive(purpose: string, { browserKey, state, subject }: WaySubject): string {
  return createHmac('sha256', browserKey)
    .update(JSON.stringify([purpose, state, subject]))
    .digest('base64url');
}
