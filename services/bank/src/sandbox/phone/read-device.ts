import type { readDevice as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import type { BankContext } from '../../context.ts';

const PROMPTS_MAX = 50;

/** The prompts that wait on a PSU's device, newest first. */
export async function readDevice(
  { devicePrompts, now }: Pick<BankContext, 'devicePrompts' | 'now'>,
  { psuId }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const waiting = await devicePrompts
    .find({ psuId, status: 'waiting', expiresAt: { $gt: now() } })
    .sort({ at: -1, _id: 1 })
    .limit(PROMPTS_MAX)
    .toArray();
  return { prompts: waiting.map(({ authorisationId, at, text }) => ({ authorisationId, at: at.toISOString(), text })) };
}
