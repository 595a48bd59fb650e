import { createLocalJWKSet, jwtVerify } from 'jose';
import type { OAuthContext } from '../context.ts';
import { revokeGrant } from '../grants/revoke-grant.ts';

/** A signed token is stored nowhere: with it its grant ends (RFC 7009, 2.1). Nothing happens for any other text. */
export async function revokeAccessToken(context: OAuthContext, tppId: string, token: string): Promise<void> {
  const { keys, issuer, now } = context;
  if (keys === undefined || !token.includes('.')) return;
  try {
    const known = createLocalJWKSet({ keys: keys.published as never });
    const { payload } = await jwtVerify(token, known, { issuer, audience: issuer, currentDate: now() });
    if (payload['client_id'] !== tppId || typeof payload['grant'] !== 'string') return;
    await revokeGrant(context, payload['grant']);
  } catch {
    // The TPP learns nothing of a token that is not its own.
  }
}
