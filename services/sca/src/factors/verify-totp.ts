import { toServiceTime } from '@xs2a/service-kit';
import type { ScaContext } from '../context.ts';
import { unseal } from '../keys/factor-key.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { stepOfCode } from './totp.ts';

/** Verifies a code of the PSU's authenticator app. One guarded write accepts it and rules out its time step from then on. */
export async function verifyTotp(
  context: Pick<ScaContext, 'totpSecrets' | 'factorKey' | 'now'>,
  { psu, challenge }: Pick<Authorisation, 'psu' | 'challenge'>,
  { scaAuthenticationData, attemptId }: { scaAuthenticationData: string; attemptId?: string | undefined },
): Promise<'accepted' | 'wrong' | 'expired'> {
  const at = context.now();
  if (psu === undefined || challenge === undefined || challenge.until <= at) return 'expired';
  const { psuId } = psu;
  const stored = await context.totpSecrets.findOne({ _id: psuId });
  if (stored === null || context.factorKey === undefined) return 'wrong';
  const step = stepOfCode(unseal(context.factorKey, stored.secret, psuId), scaAuthenticationData, toServiceTime(at));
  if (step === undefined) return 'wrong';
  const taken = await context.totpSecrets.updateOne(
    { _id: psuId, secret: stored.secret, lastStep: { $lt: step } },
    { $set: { lastStep: step, lastUsedAt: at, ...(attemptId !== undefined && { lastAttempt: attemptId }) } },
  );
  // The same request used this step, and was cut off before it was answered.
  const isRepeated = attemptId !== undefined && stored.lastAttempt === attemptId && stored.lastStep === step;
  return taken.modifiedCount === 1 || isRepeated ? 'accepted' : 'wrong';
}
