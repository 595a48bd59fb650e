import { type confirmSignIn as operation, type RequestOf, Xs2aError } from '@xs2a/contracts';
import { advance } from '@xs2a/service-kit';
import { attemptOfForm } from '../attempts/attempt-of-form.ts';
import { inConstantTime } from '../attempts/constant-time.ts';
import { forgetPsuAttempts, lockAtLimit, returnPsuAttempt, takePsuAttempt } from '../attempts/psu-attempts.ts';
import { answerProblems } from '../challenges/answer-problem.ts';
import { verifyAnswer } from '../challenges/verify-answer.ts';
import type { ScaContext } from '../context.ts';
import { isBuiltIn } from '../factors/built-in-methods.ts';
import { LOGINS, type Login } from '../model/login.ts';
import { IS_SIGNED_IN, nextSession, storeNextSession } from '../session/session.ts';
import { hashToken } from '../session/token.ts';
import { closeLogin } from './close-login.ts';
import { findLogin, isFromBeforeCode } from './find-login.ts';
import { createSignInFailure, type LoginFailure, type LoginReply, toLoginReply } from './login-reply.ts';

/** Verifies the second factor of a sign-in. After the right answer the PSU is signed in, with a new token. */
export function confirmSignIn(context: ScaContext, request: RequestOf<typeof operation>): Promise<LoginReply> {
  return inConstantTime(
    ({ view }) => view.problem !== undefined,
    () => attemptConfirmation(context, request),
  );
}

async function attemptConfirmation(context: ScaContext, request: RequestOf<typeof operation>): Promise<LoginReply> {
  const login = await findLogin(context, request.session);
  const isRepeated = isFromBeforeCode(login, request.session);
  if (login.scaStatus === 'finalised' && !isRepeated) return renewSession(context, login);
  if (login.scaStatus === 'psuAuthenticated') return renewSession(context, login);
  // A built-in factor answers once. The same answer sent again is neither a second answer nor a failure.
  if (isRepeated && usesBuiltInFactor(login)) throw new Xs2aError('scaSessionOver');
  const { psuId } = login.psu;
  const { session, ...answer } = request;
  const { attemptId } = attemptOfForm(session, answer);
  const attemptsLeft = await takePsuAttempt(context, psuId, attemptId);
  if (attemptsLeft === undefined) return isRepeated ? sessionOver() : closeLogin(context, login);
  const verdict = await verify(context, login, request, attemptId);
  switch (verdict) {
    case 'accepted':
      await forgetPsuAttempts(context, psuId);
      return isRepeated ? renewSession(context, login) : complete(context, login, request.session);
    case 'expired':
      await returnPsuAttempt(context, psuId, attemptId);
      return isRepeated ? sessionOver() : renewSession(context, login, { problem: answerProblems(login).expired });
    case 'wrong':
      await lockAtLimit(context, psuId);
      if (isRepeated) return sessionOver();
      return attemptsLeft > 0
        ? renewSession(context, login, { problem: answerProblems(login).invalid, attemptsLeft })
        : closeLogin(context, login);
  }
}

/** Verifies the answer. If that is not possible now, the attempt does not count. */
async function verify(
  context: ScaContext,
  login: Login,
  request: RequestOf<typeof operation>,
  attemptId: string | undefined,
): ReturnType<typeof verifyAnswer> {
  try {
    return await verifyAnswer(context, { ...login, isSignIn: true }, { ...request, secret: request.session });
  } catch (error) {
    await returnPsuAttempt(context, login.psu.psuId, attemptId);
    throw error;
  }
}

async function complete(context: ScaContext, login: Login, enteredWith: string): Promise<LoginReply> {
  const at = context.now();
  const { token, session } = nextSession(login, at);
  const confirmedWith = hashToken(enteredWith);
  // Tokens from before the code become invalid. Only the one that the code was entered with may repeat this step.
  const set = { session: { ...session, previousHash: confirmedWith }, confirmedWith };
  const signedIn = await advance(LOGINS, context.logins, login, 'approved', {
    at,
    by: 'psu',
    set,
    where: IS_SIGNED_IN,
  });
  if (signedIn !== null) return toLoginReply(context, signedIn, token);
  // Either the PSU has signed out meanwhile, or the form was sent twice with the right code and the other request was faster.
  return renewSession(context, await findLogin(context, enteredWith));
}

/** Returns the reply to a step that left the status unchanged. The session is renewed nevertheless. */
async function renewSession(context: ScaContext, login: Login, failure?: LoginFailure): Promise<LoginReply> {
  const renewed = await storeNextSession(context.logins, login, context.now());
  if (renewed === null) throw new Xs2aError('statusConflict');
  // A simultaneous wrong answer was the last one permitted.
  if (renewed.document.scaStatus === 'failed') return createSignInFailure('signInClosed');
  return toLoginReply(context, renewed.document, renewed.token, failure);
}

function usesBuiltInFactor({ chosenScaMethod }: Pick<Login, 'chosenScaMethod'>): boolean {
  return chosenScaMethod !== undefined && isBuiltIn(chosenScaMethod);
}

function sessionOver(): never {
  throw new Xs2aError('scaSessionOver');
}
