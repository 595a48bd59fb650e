import { createLocalJWKSet, jwtVerify } from 'jose';
import type { OAuthContext } from '../context.ts';
import { revokeGrant } from '../grants/revoke-grant.ts';

/** Revokes the grant of a signed token, because the token itself is not stored (RFC 7009, 2.1). Ignores any other text. */
export async function revokeAccessToken(context: OAuthContext, tppId: string, token: string): Promise<void> {
  const { keys, issuer, now } = context;
  if (keys === undefined || !token.includes('.')) return;
  try {
    const known = createLocalJWKSet({ keys: keys.published as never });
    const { payload } = await jwtVerify(token, known, { issuer, audience: issuer, currentDate: now() });
    if (payload['client_id'] !== tppId || typeof payload['grant'] !== 'string') return;
    await revokeGrant(context, payload['grant']);
  } catch {
    // The TPP must not learn anything about other TPPs' tokens.
  }
}
