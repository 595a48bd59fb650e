import { Xs2aError } from '@xs2a/contracts';
import { verifySecondFactor } from '../authentication/verify-second-factor.ts';
import { approveAuthorisation } from '../authorisation/approve-authorisation.ts';
import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { mayChangeMethod } from '../model/change-of-method.ts';
import { refuseAttempt } from './refuse-attempt.ts';

/** Remedies for an expired code: another code, if the profile lets the TPP request it (decision 39). */
const EXPIRED = {
  again: {
    remedy: 'selectAuthenticationMethod',
    text: 'the code has expired; select a method again, and another code is sent',
  },
  over: { remedy: 'startAuthorisation', text: 'the code has expired; start another authorisation' },
} as const;

/** Verifies the second factor sent through the TPP. After a wrong code another may follow. */
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
    const next = mayChangeMethod(context, attempt.authorisation) ? 'again' : 'over';
    throw new Xs2aError('psuCredentialsInvalid', EXPIRED[next]);
  }
  const approved = await approveAuthorisation(context, attempt.authorisation);
  if (approved === null) throw new Xs2aError('statusConflict');
  return approved.authorisation;
}

/** Records that a code has expired: the bank may let it expire sooner than requested. The PSU is no longer asked for it. */
async function storeExpired(
  { authorisations, now }: Pick<ScaContext, 'authorisations' | 'now'>,
  { _id, challenge }: Authorisation,
): Promise<void> {
  const at = now();
  if (challenge === undefined || challenge.until <= at) return;
  await authorisations.updateOne({ _id, 'challenge.id': challenge.id }, { $set: { 'challenge.until': at } });
}
