import { type confirmTotp as operation, type RequestOf, Xs2aError } from '@xs2a/contracts';
import { isDuplicateKey, toServiceTime } from '@xs2a/service-kit';
import { attemptOfForm } from '../attempts/attempt-of-form.ts';
import { lockAtLimit, returnPsuAttempt, takePsuAttempt } from '../attempts/psu-attempts.ts';
import type { ScaContext } from '../context.ts';
import { stepOfCode } from '../factors/totp.ts';
import { unseal } from '../keys/factor-key.ts';
import { signOut } from '../login/sign-out.ts';
import type { Login } from '../model/login.ts';
import { type FactorReply, replyWithNextSession } from './factor-reply.ts';
import { findSignedIn } from './find-signed-in.ts';

/**
 * Verifies the first code, which shows that the PSU's app has the secret. The secret is then stored, and the code's time step
 * cannot be used again.
 */
export async function confirmTotp(
  context: ScaContext,
  { session, code }: RequestOf<typeof operation>,
): Promise<FactorReply> {
  const login = await findSignedIn(context, session);
  const { psuId } = login.psu;
  const at = context.now();
  const { adding } = login;
  if (adding?.kind !== 'totp' || adding.until <= at) {
    return replyWithNextSession(context, login, { problem: 'addingOver' });
  }
  if (context.factorKey === undefined) throw new Xs2aError('internalError');
  const { attemptId } = attemptOfForm(session, { code });
  const attemptsLeft = await takePsuAttempt(context, psuId, attemptId);
  if (attemptsLeft === undefined) return signOutClosed(context, session);
  const step = stepOfCode(unseal(context.factorKey, adding.secret, psuId), code, toServiceTime(at));
  if (step === undefined) {
    await lockAtLimit(context, psuId);
    if (attemptsLeft === 0) return signOutClosed(context, session);
    return replyWithNextSession(context, login, { problem: 'totpInvalid', attemptsLeft });
  }
  await returnPsuAttempt(context, psuId, attemptId);
  return store(context, login, adding.secret, step);
}

async function store(context: ScaContext, login: Login, secret: string, lastStep: number): Promise<FactorReply> {
  const { _id: loginId, psu } = login;
  try {
    await context.totpSecrets.insertOne({ _id: psu.psuId, secret, lastStep, createdAt: context.now(), loginId });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return replyWithNextSession(context, login, { problem: 'totpPresent' });
  }
  await context.logins.updateOne({ _id: loginId, 'adding.kind': 'totp' }, { $unset: { adding: '' } });
  return replyWithNextSession(context, login);
}

/** After too many attempts the PSU is signed out, and cannot sign in for several minutes. */
async function signOutClosed(context: Pick<ScaContext, 'logins'>, session: string): Promise<FactorReply> {
  await signOut(context, { session });
  return { problem: 'signInClosed' };
}
