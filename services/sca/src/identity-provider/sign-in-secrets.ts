import { createHmac } from 'node:crypto';

/** Purpose of a sign-in, so that its answer counts for no other. */
export interface SignInSubject {
  readonly state: string;
  readonly browserKey: string;
  /** The authorisation and its content. */
  readonly subject: string;
}

/** Returns the secrets of one sign-in at the identity provider (RFC 7636, 4.1; OpenID Connect Core 1.0, 3.1.2.1). */
export function signInSecrets(signIn: SignInSubject): { verifier: string; nonce: string } {
  return { verifier: derive('verifier', signIn), nonce: derive('nonce', signIn) };
}

function derive(purpose: string, { browserKey, state, subject }: SignInSubject): string {
  return createHmac('sha256', browserKey)
    .update(JSON.stringify([purpose, state, subject]))
    .digest('base64url');
}
