import type { readInbox as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import type { BankContext } from '../../context.ts';

const MESSAGES_MAX = 50;

/** The messages on a PSU's phone, newest first; on request those of one authorisation. */
export async function readInbox(
  { inboxMessages }: Pick<BankContext, 'inboxMessages'>,
  { psuId, authorisationId }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const wanted = { psuId, ...(authorisationId !== undefined && { authorisationId }) };
  const stored = await inboxMessages.find(wanted).sort({ at: -1, _id: 1 }).limit(MESSAGES_MAX).toArray();
  return { messages: stored.map(({ at, channel, text, code }) => ({ at: at.toISOString(), channel, text, code })) };
}
