import { type Attempted, attempt } from '../attempts/authorisation-attempts.ts';
import { type Answer, judgeAnswer } from '../challenges/verify-answer.ts';
import type { ScaRoom } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';

/** Judges the answer for the content that it was sent for, wherever it was typed. */
export function judgeSecondFactor(
  room: ScaRoom,
  authorisation: Authorisation,
  answer: Answer,
): Promise<Attempted<'accepted' | 'expired'>> {
  const psuId = authorisation.psu?.psuId ?? '';
  return attempt<'accepted' | 'expired'>(room, authorisation, psuId, (taken) => judgeAnswer(room, taken, answer));
}
