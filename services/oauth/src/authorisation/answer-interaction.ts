import {
  type answerInteraction as operation,
  type ReplyOf,
  type RequestOf,
  readLogin,
  Xs2aError,
} from '@xs2a/contracts';
import type { OAuthContext } from '../context.ts';
import { finishInteraction } from './finish-interaction.ts';
import { ownInteraction } from './own-interaction.ts';

/** Records whether the PSU agrees to be identified to the TPP. The signed-in PSU is taken from sca, not from the page. */
export async function answerInteraction(
  context: OAuthContext,
  { uid, cookies, session, isAllowed }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const interaction = await ownInteraction(context, uid, cookies);
  if (!isAllowed) {
    await finishInteraction(context, interaction, 'refused');
    return { answered: true };
  }
  if (session === undefined) throw new Xs2aError('scaSessionOver');
  const { step, psu } = (await context.bus.ask(readLogin, { session })).view;
  if (step !== 'result' || psu === undefined) throw new Xs2aError('scaSessionOver');
  const { psuId, corporateId } = psu;
  await finishInteraction(context, interaction, { psu: { psuId, ...(corporateId !== undefined && { corporateId }) } });
  return { answered: true };
}
