import type { readTokenKeys as operation, ReplyOf } from '@xs2a/contracts';
import type { OAuthContext } from '../context.ts';

/** The public keys; none where the profile does not offer OAuth by this server. */
export function readTokenKeys({ keys }: OAuthContext): Promise<ReplyOf<typeof operation>> {
  return Promise.resolve({ keys: [...(keys?.published ?? [])] });
}
