import type { signIn as operation, RequestOf } from '@xs2a/contracts';
import { inConstantTime } from '../attempts/constant-time.ts';
import { closeAtLimit, returnPsuAttempt, takePsuAttempt } from '../attempts/psu-attempts.ts';
import type { ScaContext } from '../context.ts';
import { type CredentialsVerdict, verifyCredentials } from '../psu/verify-credentials.ts';
import { type LoginReply, notSignedIn } from './login-reply.ts';
import { startLogin } from './start-login.ts';

/** First factor on the bank's own pages. Unknown PSU and wrong password have one answer, and both count as failures. */
export function signIn(context: ScaContext, request: RequestOf<typeof operation>): Promise<LoginReply> {
  return inConstantTime(
    ({ view }) => view.problem !== undefined,
    () => attemptSignIn(context, request),
  );
}

async function attemptSignIn(context: ScaContext, request: RequestOf<typeof operation>): Promise<LoginReply> {
  const { psuId } = request;
  const attemptsLeft = await takePsuAttempt(context, psuId);
  if (attemptsLeft === undefined) return notSignedIn('signInClosed');
  const psu = await verify(context, request);
  if (psu === 'wrong' || psu === 'corporateIdUnknown') {
    await closeAtLimit(context, psuId);
    return attemptsLeft > 0 ? notSignedIn('credentialsInvalid', attemptsLeft) : notSignedIn('signInClosed');
  }
  await returnPsuAttempt(context, psuId);
  return startLogin(context, { psuId, psu, language: request.language });
}

/** Verifies the credentials. If that is not possible now, the attempt does not count. */
async function verify(context: ScaContext, request: RequestOf<typeof operation>): Promise<CredentialsVerdict> {
  try {
    return await verifyCredentials(context, request);
  } catch (error) {
    await returnPsuAttempt(context, request.psuId);
    throw error;
  }
}
