import type { Language } from '@xs2a/approvals';
import { type PsuData, type Remedy, Xs2aError } from '@xs2a/contracts';
import type { AttemptId } from '../attempts/attempt-of-form.ts';
import { countNamedPsu, forgetNamedPsu } from '../attempts/named-psus.ts';
import { acceptFirstFactor } from '../authentication/accept-first-factor.ts';
import { verifyFirstFactor } from '../authentication/verify-first-factor.ts';
import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { findCurrentObstacle } from '../psu/current-obstacle.ts';
import { obstacleError } from '../psu/obstacle-error.ts';
import { expectedPsu } from './named-psu.ts';
import { refuseAttempt } from './refuse-attempt.ts';

/** Verifies the first factor sent through the TPP. Unknown PSU, wrong password and too many attempts get the same answer. */
export async function enterPassword(
  context: ScaContext,
  found: Authorisation,
  {
    psu: sent,
    password,
    language,
    attemptId,
    isNotedWhenTaken,
  }: { psu: PsuData | undefined; password: string; language: Language } & AttemptId,
  remedy: Remedy,
): Promise<Authorisation> {
  const { psuId, corporateId } = expectedPsu(found, sent);
  const named = { tppId: found.tppId, psuId };
  await countNamedPsu(context, named);
  const attempt = await verifyFirstFactor(context, found, {
    psuId,
    password,
    corporateId,
    attemptId,
    isNotedWhenTaken,
  });
  if (attempt.kind !== 'verified') return refuseAttempt(context, attempt, remedy);
  const { authorisation, verdict: psu } = attempt;
  await forgetNamedPsu(context, named);
  if (psu === 'blocked') throw new Xs2aError('serviceBlocked');
  const problem = await findCurrentObstacle(context, authorisation, psu, psuId);
  if (problem !== undefined) throw obstacleError(problem, authorisation);
  return (await acceptFirstFactor(context, authorisation, { psu, psuId, language })).authorisation;
}
