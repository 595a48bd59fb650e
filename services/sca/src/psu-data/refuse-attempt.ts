import { type Remedy, type Situation, Xs2aError } from '@xs2a/contracts';
import { attemptsLeftText, noAttemptLeftText } from '../attempts/attempts-left-text.ts';
import { isUsedUp } from '../attempts/authorisation-attempts.ts';
import { failAfterLastAttempt } from '../authorisation/fail-after-last-attempt.ts';
import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';

interface RefusedAttempt {
  readonly kind: 'wrong' | 'closed' | 'usedUp' | 'moved';
  readonly authorisation: Authorisation;
  readonly attemptsLeft?: number;
  readonly situation?: Situation;
  /** Seconds for which the PSU-ID is locked. */
  readonly retryAfterSeconds?: number | undefined;
}

/**
 * Refuses a wrong password or code. The last attempt fails the authorisation and its parent, without a remedy. Input that was not
 * verified, because the authorisation moved or ended meanwhile, is not called wrong.
 */
export async function refuseAttempt(
  context: ScaContext,
  { kind, authorisation, attemptsLeft = 0, situation = 'psuCredentialsInvalid', retryAfterSeconds }: RefusedAttempt,
  remedy: Remedy,
): Promise<never> {
  if (kind === 'moved') {
    throw new Xs2aError(authorisation.scaStatus === 'failed' ? 'authorisationFailed' : 'statusConflict');
  }
  const isOver = kind === 'usedUp' || isUsedUp(context, authorisation);
  if (kind === 'wrong' && isOver) await failAfterLastAttempt(context, authorisation);
  throw new Xs2aError(situation, {
    ...(isOver
      ? { text: noAttemptLeftText(situation, remedy) }
      : { remedy, text: attemptsLeftText(situation, attemptsLeft, remedy) }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}
