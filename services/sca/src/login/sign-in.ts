import type { signIn as operation, RequestOf } from '@xs2a/contracts';
import { attemptOfForm } from '../attempts/attempt-of-form.ts';
import { inConstantTime } from '../attempts/constant-time.ts';
import { lockAtLimit, returnPsuAttempt, takePsuAttempt } from '../attempts/psu-attempts.ts';
import type { ScaContext } from '../context.ts';
import { type CredentialsVerdict, verifyCredentials } from '../psu/verify-credentials.ts';
import { createSignInFailure, type LoginReply } from './login-reply.ts';
import { startLogin } from './start-login.ts';

/** Verifies the first factor on the bank's own pages. Unknown PSU and wrong password get the same answer, and both count as failures. */
export function signIn(context: ScaContext, request: RequestOf<typeof operation>): Promise<LoginReply> {
  return inConstantTime(
    ({ view }) => view.problem !== undefined,
    () => attemptSignIn(context, request),
  );
}

async function attemptSignIn(context: ScaContext, request: RequestOf<typeof operation>): Promise<LoginReply> {
  const { psuId } = request;
  const attemptId = attemptIdOf(request);
  const attemptsLeft = await takePsuAttempt(context, psuId, attemptId);
  if (attemptsLeft === undefined) return createSignInFailure('signInClosed');
  const psu = await verify(context, request, attemptId);
  if (psu === 'wrong' || psu === 'corporateIdUnknown') {
    await lockAtLimit(context, psuId);
    return attemptsLeft > 0
      ? createSignInFailure('credentialsInvalid', attemptsLeft)
      : createSignInFailure('signInClosed');
  }
  await returnPsuAttempt(context, psuId, attemptId);
  return startLogin(context, { psuId, psu, language: request.language });
}

function attemptIdOf({ formToken, psuId, password, corporateId }: RequestOf<typeof operation>): string | undefined {
  return formToken === undefined ? undefined : attemptOfForm(formToken, { psuId, password, corporateId }).attemptId;
}

/** Verifies the credentials. If that is not possible now, the attempt does not count. */
async function verify(
  context: ScaContext,
  request: RequestOf<typeof operation>,
  attemptId: string | undefined,
): Promise<CredentialsVerdict> {
  try {
    return await verifyCredentials(context, request);
  } catch (error) {
    await returnPsuAttempt(context, request.psuId, attemptId);
    throw error;
  }
}
