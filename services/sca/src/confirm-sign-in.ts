import { type confirmSignIn as operation, type RequestOf, Xs2aError } from '@xs2a/contracts';
import { advance } from '@xs2a/service-kit';
import { judgeCode } from './challenge.ts';
import { closeLogin } from './close-login.ts';
import { inEvenTime } from './even-time.ts';
import {
  findLogin,
  isFromBeforeCode,
  LOGINS,
  type Login,
  type LoginStepped,
  loginStepped,
  notSignedIn,
} from './login.ts';
import { closeWhenUsedUp, forgetPsuAttempts, givePsuAttemptBack, takePsuAttempt } from './psu-attempts.ts';
import type { ScaRoom } from './room.ts';
import { hashToken, renewedSession, renewSession } from './session-token.ts';

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
      return isRepeated ? over() : stayed(room, login, 'codeExpired');
    case 'wrong':
      await closeWhenUsedUp(room, psuId);
      if (isRepeated) return over();
      return attemptsLeft > 0 ? stayed(room, login, 'codeInvalid', attemptsLeft) : closeLogin(room, login);
  }
}

async function judge(room: ScaRoom, login: Login, request: RequestOf<typeof operation>): ReturnType<typeof judgeCode> {
  try {
    return await judgeCode(room, login, { ...request, secret: request.session });
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
  if (signedIn !== null) return loginStepped(signedIn, token);
  // The same form sent twice: the other one was a moment earlier, and both have shown the code.
  return stayed(room, await findLogin(room, enteredWith));
}

/** A step that led nowhere new still renews the session. */
async function stayed(room: ScaRoom, login: Login, ...said: [problem?: 'codeInvalid' | 'codeExpired', left?: number]) {
  const renewed = await renewSession(room.logins, login, room.now());
  if (renewed === null) throw new Xs2aError('statusConflict');
  // A guess of the same moment was the last one permitted.
  if (renewed.document.scaStatus === 'failed') return notSignedIn('signInClosed');
  return loginStepped(renewed.document, renewed.token, ...said);
}

function over(): never {
  throw new Xs2aError('scaSessionOver');
}
