import { Xs2aError } from '@xs2a/contracts';
import { verifySecondFactor } from '../authentication/verify-second-factor.ts';
import { approveAuthorisation } from '../authorisation/approve-authorisation.ts';
import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { refuseAttempt } from './refuse-attempt.ts';

const EXPIRED_TEXT = 'the code has expired; start another authorisation';

/** Second factor through the TPP. After a wrong code another may follow; an expired one requires a new authorisation. */
export async function enterCode(
  context: ScaContext,
  found: Authorisation,
  scaAuthenticationData: string,
  attemptId: string | undefined,
): Promise<Authorisation> {
  const answer = { secret: found.redirectReference, scaAuthenticationData, attemptId };
  const attempt = await verifySecondFactor(context, found, answer);
  if (attempt.kind !== 'verified') return refuseAttempt(context, attempt, 'authoriseTransaction');
  if (attempt.verdict === 'expired') {
    await storeExpired(context, attempt.authorisation);
    throw new Xs2aError('psuCredentialsInvalid', { remedy: 'startAuthorisation', text: EXPIRED_TEXT });
  }
  const approved = await approveAuthorisation(context, attempt.authorisation);
  if (approved === null) throw new Xs2aError('statusConflict');
  return approved.authorisation;
}

/** The bank may let a code expire sooner than it was asked to. From now on nobody asks the PSU for it. */
async function storeExpired(
  { authorisations, now }: Pick<ScaContext, 'authorisations' | 'now'>,
  { _id, challenge }: Authorisation,
): Promise<void> {
  const at = now();
  if (challenge === undefined || challenge.until <= at) return;
  await authorisations.updateOne({ _id, 'challenge.id': challenge.id }, { $set: { 'challenge.until': at } });
}
