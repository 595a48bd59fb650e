import type { withdrawChallenge as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { advance } from '@xs2a/service-kit';
import { type PresenceContext, requirePresence } from '../access/presence.ts';
import type { BankContext } from '../context.ts';
import { DEVICE_PROMPTS } from '../model/device-prompt.ts';

/** Removes a prompt from the PSU's device. A prompt that was answered or replaced stays as it is. */
export async function withdrawChallenge(
  context: Pick<BankContext, 'devicePrompts'> & PresenceContext,
  { challengeId }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { devicePrompts, now } = context;
  const prompt = await devicePrompts.findOne({ _id: challengeId, status: 'waiting' });
  if (prompt === null) return { withdrawn: false };
  await requirePresence(context, [prompt.psuId]);
  const withdrawn = await advance(DEVICE_PROMPTS, devicePrompts, prompt, 'withdrawn', { at: now(), by: 'sca' });
  return { withdrawn: withdrawn !== null };
}
