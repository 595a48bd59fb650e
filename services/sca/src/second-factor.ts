import { type Attempted, attempt } from './attempts.ts';
import type { Authorisation } from './authorisation.ts';
import { type Answer, judgeAnswer } from './judge-answer.ts';
import type { ScaRoom } from './room.ts';

/** Judges the answer for the content that it was sent for, wherever it was typed. */
export function judgeSecondFactor(
  room: ScaRoom,
  authorisation: Authorisation,
  answer: Answer,
): Promise<Attempted<'accepted' | 'expired'>> {
  const psuId = authorisation.psu?.psuId ?? '';
  return attempt<'accepted' | 'expired'>(room, authorisation, psuId, (taken) => judgeAnswer(room, taken, answer));
}
