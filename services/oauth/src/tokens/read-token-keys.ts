import type { readTokenKeys as operation, ReplyOf } from '@xs2a/contracts';
import type { OAuthContext } from '../context.ts';

/** Returns the public keys; none if the profile does not offer OAuth with this server. */
export function readTokenKeys({ keys }: OAuthContext): Promise<ReplyOf<typeof operation>> {
  return Promise.resolve({ keys: [...(keys?.published ?? [])] });
}
