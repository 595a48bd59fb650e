import type { PsuData } from '@xs2a/contracts';
import type { AttemptId } from '../attempts/attempt-of-form.ts';
import { type AttemptResult, verifyWithinLimits } from '../attempts/authorisation-attempts.ts';
import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import type { KnownPsu } from '../psu/known-psu.ts';
import { verifyCredentials } from '../psu/verify-credentials.ts';

/** Verifies PSU-ID and password, for every approach. */
export function verifyFirstFactor(
  context: ScaContext,
  authorisation: Authorisation,
  {
    psuId,
    password,
    corporateId,
    attemptId,
    isNotedWhenTaken,
  }: Pick<PsuData, 'psuId' | 'corporateId'> & AttemptId & { password: string },
): Promise<AttemptResult<KnownPsu | 'blocked'>> {
  return verifyWithinLimits<KnownPsu | 'blocked'>(
    context,
    authorisation,
    { psuId, attemptId, isNotedWhenTaken },
    async () => {
      const { tppId } = authorisation;
      const verdict = await verifyCredentials(context, { psuId, password, corporateId, tppId });
      return verdict === 'corporateIdUnknown' ? { wrong: 'corporateIdInvalid' } : verdict;
    },
  );
}
