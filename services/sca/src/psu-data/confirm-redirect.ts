import { timingSafeEqual } from 'node:crypto';
import { Xs2aError } from '@xs2a/contracts';
import { endAuthorisation } from '../authorisation/end-authorisation.ts';
import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { hashToken } from '../session/token.ts';

/**
 * The TPP proves that the PSU's browser returned to it, with the code that the browser brought (decision 22). A wrong
 * code means that somebody else approved for this PSU: there is no second attempt.
 */
export async function confirmRedirect(
  context: Pick<ScaContext, 'authorisations' | 'outbox' | 'now'>,
  authorisation: Authorisation,
  confirmationCode: string,
): Promise<Authorisation> {
  const { confirmationCode: expected, tppId } = authorisation;
  if (expected === undefined) throw new Xs2aError('statusInvalid');
  const isRight = timingSafeEqual(Buffer.from(hashToken(confirmationCode)), Buffer.from(hashToken(expected)));
  const ended = await endAuthorisation(context, authorisation, isRight ? 'confirmed' : 'failed', tppId);
  if (ended === null) throw new Xs2aError('statusConflict');
  return ended.authorisation;
}
