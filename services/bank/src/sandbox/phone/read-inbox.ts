import type { readInbox as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import type { BankContext } from '../../context.ts';

const MESSAGES_MAX = 50;

/** The messages on a PSU's phone, newest first. */
export async function readInbox(
  { inboxMessages }: Pick<BankContext, 'inboxMessages'>,
  { psuId }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const stored = await inboxMessages.find({ psuId }).sort({ at: -1, _id: 1 }).limit(MESSAGES_MAX).toArray();
  return { messages: stored.map(({ at, channel, text, code }) => ({ at: at.toISOString(), channel, text, code })) };
}
