import {
  type reportChallenge as operation,
  type ReplyOf,
  type RequestOf,
  type ScaStatus,
  Xs2aError,
} from '@xs2a/contracts';
import { approve, endAuthorisation } from '../authorisation/end-authorisation.ts';
import type { ScaRoom } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { hasEnded } from '../redirect/find-by-link.ts';

/**
 * The bank tells what the PSU answered on its device. It counts for the newest challenge of an authorisation alone, for
 * the content that it was sent for, and in time; told again, or too late, it changes nothing.
 */
export async function reportChallenge(
  room: ScaRoom,
  { challengeId, contentHash, verdict }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const authorisation = await room.authorisations.findOne({ 'challengesAsked.id': challengeId });
  if (authorisation === null) throw new Xs2aError('authorisationUnknown');
  const { scaStatus, challenge } = authorisation;
  // Answered before the one who asked the bank had noted that it was asked: told again, it counts.
  if (isOnItsWay(authorisation, challengeId, room.now())) throw new Xs2aError('requestInFlight');
  if (challenge?.id !== challengeId || scaStatus !== 'started') return { scaStatus };
  if (authorisation.contentHash !== contentHash) throw new Xs2aError('fieldInvalid', { path: 'contentHash' });
  if (challenge.until <= room.now()) return { scaStatus: await lapse(room, authorisation) };
  const ended = await (verdict === 'approved'
    ? approve(room, authorisation)
    : endAuthorisation(room, authorisation, 'failed'));
  if (ended !== null) return { scaStatus: ended.authorisation.scaStatus };
  const present = await room.authorisations.findOne({ _id: authorisation._id });
  return { scaStatus: present?.scaStatus ?? scaStatus };
}

/** Whether this challenge was asked after the present one and may become it yet. */
function isOnItsWay(authorisation: Authorisation, challengeId: string, at: Date): boolean {
  const { challenge, challengesAsked = [] } = authorisation;
  if (hasEnded(authorisation)) return false;
  const place = challengesAsked.findIndex(({ id }) => id === challengeId);
  const present = challengesAsked.findIndex(({ id }) => id === challenge?.id);
  return place > present && (challengesAsked[place]?.until ?? at) > at;
}

/** The answer came too late: on a page the PSU may ask anew, elsewhere the authorisation has failed. */
async function lapse(room: ScaRoom, authorisation: Authorisation): Promise<ScaStatus> {
  if (authorisation.scaApproach === 'REDIRECT') return authorisation.scaStatus;
  const ended = await endAuthorisation(room, authorisation, 'failed');
  return ended?.authorisation.scaStatus ?? authorisation.scaStatus;
}
