import { createHmac } from 'node:crypto';

/** Purpose of a sign-in, so that its answer counts for nothing else. */
export interface SignInSubject {
  readonly state: string;
  readonly browserKey: string;
  /** The authorisation and what it is about. */
  readonly subject: string;
}

/** Secrets of one sign-in at the identity provider (RFC 7636, 4.1; OpenID Connect Core 1.0, 3.1.2.1). */
export function signInSecrets(signIn: SignInSubject): { verifier: string; nonce: string } {
  return { verifier: derive('verifier', signIn), nonce: derive('nonce', signIn) };
}

function derive(purpose: string, { browserKey, state, subject }: SignInSubject): string {
  return createHmac('sha256', browserKey)
    .update(JSON.stringify([purpose, state, subject]))
    .digest('base64url');
}
