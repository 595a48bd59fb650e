import { type EventOf, type SCA_STATUS_MACHINE, type ScaMethod, type ScaStatus, Xs2aError } from '@xs2a/contracts';
import { advance } from '@xs2a/service-kit';
import { takePsuChallenge } from '../attempts/psu-attempts.ts';
import { endAuthorisation } from '../authorisation/end-authorisation.ts';
import type { ScaRoom } from '../context.ts';
import { challengeOwnFactor, isOwn } from '../factors/challenge-built-in-factor.ts';
import { AUTHORISATIONS, type Authorisation } from '../model/authorisation.ts';
import { type AskedChallenge, CHALLENGES_MAX, challengePsu, newChallenge } from '../model/challenge.ts';
import { type Moved, walked } from '../session/renew-redirect-session.ts';
import { type Language, messageFor } from './challenge-message.ts';
import { withdrawUntaken } from './withdraw-challenges.ts';

const MS_PER_MINUTE = 60_000;

type Route = readonly EventOf<typeof SCA_STATUS_MACHINE>[];

/** From where a challenge may be sent, and how the status moves with it: by whether the answer is typed. */
const ROUTES: Record<'typed' | 'pushed', Partial<Record<ScaStatus, Route>>> = {
  typed: {
    psuAuthenticated: ['methodSelected'],
    scaMethodSelected: ['methodSelected'],
    // On the page the PSU went back to the choice.
    started: ['authenticated', 'methodSelected'],
  },
  pushed: {
    psuIdentified: ['opened'],
    psuAuthenticated: ['opened'],
    scaMethodSelected: ['opened'],
    started: ['authenticated', 'opened'],
  },
};

/**
 * Has the bank ask the PSU for exactly this content, by a code or on its device, and waits for the answer. What was sent
 * before no longer counts. A device that is asked outside of a redirect is the decoupled approach, whatever led there; a
 * passkey answers the bank's own page alone, and makes it a redirect.
 */
export async function sendChallenge(
  room: ScaRoom,
  authorisation: Authorisation,
  method: ScaMethod,
  language: Language,
): Promise<Moved> {
  const { psu, scaStatus, scaApproach, contentHash } = authorisation;
  const isPushed = method.authenticationType === 'PUSH_OTP';
  const route = ROUTES[isPushed ? 'pushed' : 'typed'][scaStatus];
  if (psu === undefined || route === undefined) throw new Xs2aError('statusInvalid');
  const asked = newChallenge(room, isPushed);
  if (!(await takeChallenge(room, authorisation, asked))) return endWithTooMany(room, authorisation);
  const text = messageFor(authorisation.content, authorisation.tppName, language);
  const content = { authorisationId: authorisation._id, psuId: psu.psuId, contentHash, text };
  const sent = isOwn(method)
    ? await challengeOwnFactor(room, authorisation, method, asked.id)
    : await challengePsu(room, method, content, asked.id);
  const at = room.now();
  const { set, session } = walked(authorisation, at);
  const isDecoupled = isPushed && scaApproach !== 'REDIRECT';
  const waiting = await advance(AUTHORISATIONS, room.authorisations, authorisation, route, {
    at,
    by: scaStatus === 'psuIdentified' ? authorisation.tppId : 'psu',
    psuId: psu.psuId,
    where: { contentHash },
    set: {
      ...set,
      ...sent,
      // Nobody stands before a page who could ask anew: unanswered in time it has failed.
      ...(isDecoupled && { scaApproach: 'DECOUPLED', openUntil: sent.challenge.until }),
      ...(method.authenticationType === 'PASSKEY' && continuedOnPage(room, authorisation)),
    },
  });
  if (waiting === null) {
    // It ended while the bank was asked.
    await withdrawUntaken(room, authorisation._id, asked);
    throw new Xs2aError('statusConflict');
  }
  return { authorisation: waiting, ...(session !== undefined && { session }) };
}

/** The link is told only now, and lives from now on. */
function continuedOnPage({ profile, now }: ScaRoom, { scaApproach }: Authorisation): Partial<Authorisation> {
  if (scaApproach === 'REDIRECT') return {};
  const linkUntil = new Date(now().getTime() + profile.limits.redirectLinkMinutes * MS_PER_MINUTE);
  return { scaApproach: 'REDIRECT', continuesOnPage: true, linkUntil };
}

/**
 * Notes and counts what is sent before it is sent: for this authorisation, and for the PSU as long as it has not shown a
 * password (a TPP that knows a PSU-ID shall not keep a telephone ringing). A device may answer at once: its challenge is
 * known by then. Of two that are sent at the same moment one goes.
 */
async function takeChallenge(
  room: ScaRoom,
  { _id, scaStatus, psu, challengesSent }: Authorisation,
  asked: AskedChallenge,
): Promise<boolean> {
  if (challengesSent >= CHALLENGES_MAX) return false;
  if (scaStatus === 'psuIdentified' && !(await takePsuChallenge(room, psu?.psuId ?? ''))) return false;
  const counted = await room.authorisations.updateOne(
    { _id, scaStatus, challengesSent },
    { $inc: { challengesSent: 1 }, $push: { challengesAsked: asked } },
  );
  if (counted.modifiedCount === 0) throw new Xs2aError('statusConflict');
  return true;
}

async function endWithTooMany(room: ScaRoom, authorisation: Authorisation): Promise<Moved> {
  const ended = await endAuthorisation(room, authorisation, 'failed');
  if (ended === null) throw new Xs2aError('statusConflict');
  return ended;
}
