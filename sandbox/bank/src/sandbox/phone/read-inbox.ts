import type { readInbox as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { mayOpenPhone } from '../../access/find-workspace.ts';
import { pictureCode } from '../../challenges/picture-code.ts';
import type { BankContext } from '../../context.ts';

const MESSAGES_MAX = 50;

/** Returns the messages on a PSU's phone, newest first; on request those of one authorisation, or the picture of one challenge. */
export async function readInbox(
  { inboxMessages, workspaces }: Pick<BankContext, 'inboxMessages' | 'workspaces'>,
  { psuId, authorisationId, challengeId, workspaceKey }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  if (challengeId !== undefined) {
    const sent = await inboxMessages.findOne({ _id: challengeId, psuId });
    return { messages: [], ...(sent !== null && { image: pictureCode(sent.code, sent.text) }) };
  }
  // A picture has its own random address.
  if (!(await mayOpenPhone({ workspaces }, psuId, workspaceKey))) return { messages: [] };
  const wanted = { psuId, ...(authorisationId !== undefined && { authorisationId }) };
  const stored = await inboxMessages.find(wanted).sort({ at: -1, _id: 1 }).limit(MESSAGES_MAX).toArray();
  return { messages: stored.map(({ at, channel, text, code }) => ({ at: at.toISOString(), channel, text, code })) };
}
