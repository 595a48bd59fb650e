import { type ScaMethod, Xs2aError } from '@xs2a/contracts';
import { advance } from '@xs2a/service-kit';
import { AUTHORISATIONS, type Authorisation } from './authorisation.ts';
import { CHALLENGES_MAX, challengePsu } from './challenge.ts';
import { type Language, messageFor } from './challenge-message.ts';
import { endAuthorisation } from './end-authorisation.ts';
import type { ScaRoom } from './room.ts';
import { renewedSession } from './session-token.ts';
import { type Stepped, stepped } from './step.ts';

/** Has the bank send a code for exactly this content, and waits for it. A code sent before no longer counts. */
export async function sendCode(
  room: ScaRoom,
  authorisation: Authorisation,
  method: ScaMethod,
  language: Language,
): Promise<Stepped> {
  const { _id, scaStatus, psu, contentHash } = authorisation;
  if (psu === undefined) throw new Xs2aError('statusInvalid');
  const counted = await room.authorisations.updateOne(
    { _id, scaStatus, challengesSent: { $lt: CHALLENGES_MAX } },
    { $inc: { challengesSent: 1 } },
  );
  if (counted.modifiedCount === 0) return tooMany(room, authorisation);
  const sent = await challengePsu(room, method, {
    authorisationId: _id,
    psuId: psu.psuId,
    contentHash,
    text: messageFor(authorisation.content, authorisation.tppName, language),
  });
  const at = room.now();
  const { token, session } = renewedSession(authorisation, at);
  const waiting = await advance(AUTHORISATIONS, room.authorisations, authorisation, 'methodSelected', {
    at,
    by: 'psu',
    set: { session, ...sent },
  });
  if (waiting === null) throw new Xs2aError('statusConflict');
  return stepped(room, waiting, token);
}

async function tooMany(room: ScaRoom, authorisation: Authorisation): Promise<Stepped> {
  const ended = await endAuthorisation(room, authorisation, 'failed');
  if (ended === null) throw new Xs2aError('statusConflict');
  return stepped(room, ended.authorisation, ended.session);
}
