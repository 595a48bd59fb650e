import { timingSafeEqual } from 'node:crypto';
import { Xs2aError } from '@xs2a/contracts';
import { endAuthorisation } from '../authorisation/end-authorisation.ts';
import type { ScaRoom } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { hashToken } from '../session/session-token.ts';

/**
 * The TPP proves that the PSU's browser came back to it, with the code that the browser brought (field guide 9.4). A
 * wrong code means that somebody else approved for this PSU: there is no second try.
 */
export async function confirmRedirect(
  room: ScaRoom,
  authorisation: Authorisation,
  confirmationCode: string,
): Promise<Authorisation> {
  const expected = hashToken(authorisation.confirmationCode ?? '');
  const isRight = timingSafeEqual(Buffer.from(hashToken(confirmationCode)), Buffer.from(expected));
  const ended = await endAuthorisation(room, authorisation, isRight ? 'confirmed' : 'failed', authorisation.tppId);
  if (ended === null) throw new Xs2aError('statusConflict');
  return ended.authorisation;
}
