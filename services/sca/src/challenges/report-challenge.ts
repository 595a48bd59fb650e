import { type reportChallenge as operation, type ReplyOf, type RequestOf, Xs2aError } from '@xs2a/contracts';
import { approveAuthorisation } from '../authorisation/approve-authorisation.ts';
import { endAuthorisation } from '../authorisation/end-authorisation.ts';
import { failIfOverdue } from '../authorisation/fail-if-overdue.ts';
import type { ScaContext } from '../context.ts';
import { type Authorisation, hasEnded } from '../model/authorisation.ts';

/**
 * Records the PSU's answer on its device, as reported by the bank. It counts only for the newest challenge of an authorisation,
 * for the content of that challenge, and in time. A repeated or late report changes nothing.
 */
export async function reportChallenge(
  context: ScaContext,
  { challengeId, contentHash, verdict }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const found = await context.authorisations.findOne({ 'challengesAsked.id': challengeId });
  if (found === null) throw new Xs2aError('authorisationUnknown');
  const authorisation = await failIfOverdue(context, found);
  const { scaStatus, challenge } = authorisation;
  // The PSU answered before the challenge was stored as sent. The bank's next report counts.
  if (isBeingSent(authorisation, challengeId, context.now())) throw new Xs2aError('requestInFlight');
  if (challenge?.id !== challengeId || scaStatus !== 'started') return { scaStatus };
  if (authorisation.contentHash !== contentHash) throw new Xs2aError('fieldInvalid', { path: 'contentHash' });
  // On a page the PSU may request another challenge. Elsewhere the authorisation timed out with the challenge.
  if (challenge.until <= context.now()) return { scaStatus };
  const ended = await (verdict === 'approved'
    ? approveAuthorisation(context, authorisation)
    : endAuthorisation(context, authorisation, 'failed'));
  if (ended !== null) return { scaStatus: ended.authorisation.scaStatus };
  const present = await context.authorisations.findOne({ _id: authorisation._id });
  return { scaStatus: present?.scaStatus ?? scaStatus };
}

/** Whether this challenge is newer than the present one and may still replace it. */
function isBeingSent(authorisation: Authorisation, challengeId: string, at: Date): boolean {
  const { challenge, challengesAsked = [] } = authorisation;
  if (hasEnded(authorisation)) return false;
  const asked = challengesAsked.findIndex(({ id }) => id === challengeId);
  const present = challengesAsked.findIndex(({ id }) => id === challenge?.id);
  return asked > present && (challengesAsked[asked]?.until ?? at) > at;
}
