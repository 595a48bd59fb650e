import { type LoginProblem, type confirmSignIn as operation, type RequestOf, Xs2aError } from '@xs2a/contracts';
import { advance } from '@xs2a/service-kit';
import { inEvenTime } from '../attempts/constant-time.ts';
import { closeWhenUsedUp, forgetPsuAttempts, givePsuAttemptBack, takePsuAttempt } from '../attempts/psu-attempts.ts';
import { saidOf } from '../challenges/answer-problem.ts';
import { judgeAnswer } from '../challenges/verify-answer.ts';
import type { ScaRoom } from '../context.ts';
import { isOwn } from '../factors/challenge-built-in-factor.ts';
import {
  findLogin,
  isFromBeforeCode,
  LOGINS,
  type Login,
  type LoginStepped,
  loginStepped,
  notSignedIn,
} from '../model/login.ts';
import { hashToken, renewedSession, renewSession } from '../session/session-token.ts';
import { closeLogin } from './close-login.ts';

/** Second factor: with the right code, and a new token, the PSU is signed in. */
export function confirmSignIn(room: ScaRoom, request: RequestOf<typeof operation>): Promise<LoginStepped> {
  return inEvenTime(
    ({ view }) => view.problem !== undefined,
    () => confirmAtOnce(room, request),
  );
}

async function confirmAtOnce(room: ScaRoom, request: RequestOf<typeof operation>): Promise<LoginStepped> {
  const login = await findLogin(room, request.session);
  const isRepeated = isFromBeforeCode(login, request.session);
  if (login.scaStatus === 'finalised' && !isRepeated) return stayed(room, login);
  if (login.scaStatus === 'psuAuthenticated') return stayed(room, login);
  // A factor of the PSU's own answers once: what is sent again is no second answer, and no failure.
  if (isRepeated && isOwnChosen(login)) over();
  const { psuId } = login.psu;
  const attemptsLeft = await takePsuAttempt(room, psuId);
  if (attemptsLeft === undefined) return isRepeated ? over() : closeLogin(room, login);
  const verdict = await judge(room, login, request);
  switch (verdict) {
    case 'accepted':
      await forgetPsuAttempts(room, psuId);
      return isRepeated ? stayed(room, login) : complete(room, login, request.session);
    case 'expired':
      await givePsuAttemptBack(room, psuId);
      return isRepeated ? over() : stayed(room, login, saidOf(login).expired);
    case 'wrong':
      await closeWhenUsedUp(room, psuId);
      if (isRepeated) return over();
      return attemptsLeft > 0 ? stayed(room, login, saidOf(login).invalid, attemptsLeft) : closeLogin(room, login);
  }
}

async function judge(
  room: ScaRoom,
  login: Login,
  request: RequestOf<typeof operation>,
): ReturnType<typeof judgeAnswer> {
  try {
    return await judgeAnswer(room, { ...login, isSignIn: true }, { ...request, secret: request.session });
  } catch (error) {
    await givePsuAttemptBack(room, login.psu.psuId);
    throw error;
  }
}

async function complete(room: ScaRoom, login: Login, enteredWith: string): Promise<LoginStepped> {
  const at = room.now();
  const { token, session } = renewedSession(login, at);
  const confirmedWith = hashToken(enteredWith);
  // No token from before the code may open anything; the one that brought it may bring it again.
  const set = { session: { ...session, previousHash: confirmedWith }, confirmedWith };
  const signedIn = await advance(LOGINS, room.logins, login, 'approved', { at, by: 'psu', set });
  if (signedIn !== null) return loginStepped(room, signedIn, token);
  // The same form sent twice: the other one was a moment earlier, and both have shown the code.
  return stayed(room, await findLogin(room, enteredWith));
}

/** A step that led nowhere new still renews the session. */
async function stayed(room: ScaRoom, login: Login, ...said: [problem?: LoginProblem, left?: number]) {
  const renewed = await renewSession(room.logins, login, room.now());
  if (renewed === null) throw new Xs2aError('statusConflict');
  // A guess of the same moment was the last one permitted.
  if (renewed.document.scaStatus === 'failed') return notSignedIn('signInClosed');
  return loginStepped(room, renewed.document, renewed.token, ...said);
}

function isOwnChosen({ chosenScaMethod }: Login): boolean {
  return chosenScaMethod !== undefined && isOwn(chosenScaMethod);
}

function over(): never {
  throw new Xs2aError('scaSessionOver');
}
