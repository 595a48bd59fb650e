import { timingSafeEqual } from 'node:crypto';
import { Xs2aError } from '@xs2a/contracts';
import { endAuthorisation } from '../authorisation/end-authorisation.ts';
import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { hashToken } from '../session/token.ts';

const BY_TOKEN = 'the PSU approved by OAuth: confirm with the access token in Authorization and without a body';

/** Confirms by the token issued for this approval: only the party that received the browser's code has it (decision 97). */
export async function confirmByToken(
  context: Pick<ScaContext, 'authorisations' | 'outbox' | 'now'>,
  authorisation: Authorisation,
): Promise<Authorisation> {
  if (authorisation.oauth === undefined) throw new Xs2aError('statusInvalid');
  const ended = await endAuthorisation(context, authorisation, 'confirmed', authorisation.tppId);
  if (ended === null) throw new Xs2aError('statusConflict');
  return ended.authorisation;
}

/**
 * Confirms with the code that the browser returned with, which proves that the PSU's browser returned to the TPP (decision 22). A
 * wrong code means that another person approved for this PSU: there is no second attempt.
 */
export async function confirmRedirect(
  context: Pick<ScaContext, 'authorisations' | 'outbox' | 'now'>,
  authorisation: Authorisation,
  confirmationCode: string,
): Promise<Authorisation> {
  const { confirmationCode: expected, tppId, oauth } = authorisation;
  if (oauth !== undefined) throw new Xs2aError('statusInvalid', { text: BY_TOKEN });
  if (expected === undefined) throw new Xs2aError('statusInvalid');
  const isRight = timingSafeEqual(Buffer.from(hashToken(confirmationCode)), Buffer.from(hashToken(expected)));
  const ended = await endAuthorisation(context, authorisation, isRight ? 'confirmed' : 'failed', tppId);
  if (ended === null) throw new Xs2aError('statusConflict');
  return ended.authorisation;
}
