import type { signIn as operation, RequestOf, ScaMethod } from '@xs2a/contracts';
import { contentHashOf, createdAs, currentContext, toRefusal } from '@xs2a/service-kit';
import { inEvenTime } from '../attempts/constant-time.ts';
import { closeWhenUsedUp, givePsuAttemptBack, takePsuAttempt } from '../attempts/psu-attempts.ts';
import type { ScaRoom } from '../context.ts';
import { ownSignInMethods } from '../factors/built-in-methods.ts';
import { type Login, type LoginStepped, loginStepped, notSignedIn } from '../model/login.ts';
import { type Judged, judgeCredentials, type KnownPsu, namesOf, typedMethods } from '../psu/verify-credentials.ts';
import { renewedSession } from '../session/session-token.ts';
import { sendSignInCode } from './send-sign-in-code.ts';

/** Minutes after which a PSU signs in anew, however busy it was. */
const LOGIN_MINUTES_MAX = 30;
const MS_PER_MINUTE = 60_000;

/** First factor at the bank's own pages. Unknown PSU and wrong password are one answer, and count alike. */
export function signIn(room: ScaRoom, request: RequestOf<typeof operation>): Promise<LoginStepped> {
  return inEvenTime(
    ({ view }) => view.problem !== undefined,
    () => signInAtOnce(room, request),
  );
}

async function signInAtOnce(room: ScaRoom, request: RequestOf<typeof operation>): Promise<LoginStepped> {
  const { psuId } = request;
  const attemptsLeft = await takePsuAttempt(room, psuId);
  if (attemptsLeft === undefined) return notSignedIn('signInClosed');
  const psu = await judge(room, request);
  if (psu === 'wrong' || psu === 'corporateIdUnknown') {
    await closeWhenUsedUp(room, psuId);
    return attemptsLeft > 0 ? notSignedIn('credentialsInvalid', attemptsLeft) : notSignedIn('signInClosed');
  }
  await givePsuAttemptBack(room, psuId);
  if (psu === 'blocked') return notSignedIn('serviceBlocked');
  const methods = [...(await ownSignInMethods(room, psu, psuId)), ...typedMethods(psu)];
  const [onlyMethod] = methods;
  if (onlyMethod === undefined) return notSignedIn('scaMethodMissing');
  const { login, token } = newLogin(room, { psuId, psu, methods });
  await room.logins.insertOne(login);
  if (methods.length > 1) return loginStepped(room, login, token);
  try {
    return await sendSignInCode(room, login, onlyMethod, request.language);
  } catch (error) {
    if (toRefusal(error).refusal.status < 500) throw error;
    // The code could not be sent now: the PSU asks for it on the next page.
    return loginStepped(room, login, token);
  }
}

async function judge(room: ScaRoom, request: RequestOf<typeof operation>): Promise<Judged> {
  try {
    return await judgeCredentials(room, request);
  } catch (error) {
    await givePsuAttemptBack(room, request.psuId);
    throw error;
  }
}

function newLogin(
  room: ScaRoom,
  { psuId, psu, methods }: { psuId: string; psu: KnownPsu; methods: ScaMethod[] },
): { login: Login; token: string } {
  const at = room.now();
  const { token, session } = renewedSession({}, at);
  const _id = crypto.randomUUID();
  const login: Login = {
    _id,
    psu: { psuId, name: psu.name, ...(psu.corporateId !== undefined && { corporateId: psu.corporateId }) },
    accountNames: namesOf(psu.accounts),
    contentHash: contentHashOf({ kind: 'signIn', loginId: _id, psuId }),
    scaStatus: 'psuAuthenticated',
    scaMethods: methods,
    session,
    openUntil: new Date(at.getTime() + LOGIN_MINUTES_MAX * MS_PER_MINUTE),
    history: [createdAs('psuAuthenticated', at, 'psu', currentContext().requestId)],
  };
  return { login, token };
}
