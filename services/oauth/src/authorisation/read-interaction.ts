import type { readInteraction as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import type { OAuthContext } from '../context.ts';
import { ownInteraction } from './own-interaction.ts';

/** Returns the TPP that asks the PSU for its identity. */
export async function readInteraction(
  context: OAuthContext,
  { uid, cookies }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { params } = await ownInteraction(context, uid, cookies);
  const tppId = String(params['client_id']);
  const client = await context.clients.findOne({ _id: tppId });
  return { tppName: client?.name ?? tppId, redirectUri: String(params['redirect_uri']) };
}
