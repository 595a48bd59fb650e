import { type AttemptResult, verifyWithinLimits } from '../attempts/authorisation-attempts.ts';
import { type Answer, verifyAnswer } from '../challenges/verify-answer.ts';
import type { ScaContext } from '../context.ts';
import { type Authorisation, psuOf } from '../model/authorisation.ts';

/** Verifies an answer for the content that its challenge was sent for, for every approach. */
export function verifySecondFactor(
  context: ScaContext,
  authorisation: Authorisation,
  answer: Answer,
): Promise<AttemptResult<'accepted' | 'expired'>> {
  const { psuId } = psuOf(authorisation);
  const { attemptId, isNotedWhenTaken } = answer;
  return verifyWithinLimits<'accepted' | 'expired'>(
    context,
    authorisation,
    { psuId, attemptId, isNotedWhenTaken },
    (taken) => {
      return verifyAnswer(context, taken, answer);
    },
  );
}
