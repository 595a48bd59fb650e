import { type answerDevice as operation, type ReplyOf, type RequestOf, reportChallenge } from '@xs2a/contracts';
import { advance, outboxEntry } from '@xs2a/service-kit';
import type { BankContext } from '../../context.ts';
import { DEVICE_PROMPTS } from '../../model/device-prompt.ts';

/**
 * Answers a prompt, once and in time. One write stores the answer with the message to sca. The message is delivered before
 * the PSU gets the reply, so that the waiting page shows the result next. If delivery fails, the outbox repeats it.
 */
export async function answerDevice(
  { devicePrompts, outbox, now }: Pick<BankContext, 'devicePrompts' | 'outbox' | 'now'>,
  { psuId, authorisationId, approve }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const at = now();
  const prompt = await devicePrompts.findOne({ psuId, authorisationId, status: 'waiting' });
  if (prompt === null) return { answered: false };
  const { _id: challengeId, contentHash } = prompt;
  const verdict = approve ? 'approved' : 'declined';
  const answered = await advance(DEVICE_PROMPTS, devicePrompts, prompt, verdict, {
    at,
    by: 'psu',
    psuId,
    where: { expiresAt: { $gt: at } },
    outbox: [outboxEntry(reportChallenge, { challengeId, contentHash, verdict }, at)],
  });
  if (answered === null) return { answered: false };
  await outbox.deliver(DEVICE_PROMPTS, answered);
  return { answered: true };
}
