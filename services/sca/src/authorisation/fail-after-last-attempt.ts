import { findById, retryOnConflict } from '@xs2a/service-kit';
import { isUsedUp } from '../attempts/authorisation-attempts.ts';
import type { ScaContext } from '../context.ts';
import { type Authorisation, hasEnded } from '../model/authorisation.ts';
import type { StepResult } from '../session/renew-redirect-session.ts';
import { endAuthorisation } from './end-authorisation.ts';

/**
 * Fails an authorisation after its last attempt was wrong, even if another step moves it at the same moment (decision 21).
 * Returns null if it has ended in another way.
 */
export async function failAfterLastAttempt(
  context: Pick<ScaContext, 'authorisations' | 'outbox' | 'profile' | 'now'>,
  { _id, session }: Authorisation,
): Promise<StepResult | null> {
  const { ended = null } = await retryOnConflict(async () => {
    const present = await findById(context.authorisations, _id);
    if (present === null || hasEnded(present) || !isUsedUp(context, present)) return {};
    // The browser continues with its present session.
    const result = await endAuthorisation(context, { ...present, ...(session && { session }) }, 'failed');
    return result && { ended: result };
  });
  return ended;
}
