import { contentHashOf } from '@xs2a/approvals';
import type { signIn as operation, RequestOf, ScaMethod } from '@xs2a/contracts';
import { createdAs, currentContext, toRefusal } from '@xs2a/service-kit';
import { inConstantTime } from '../attempts/constant-time.ts';
import { closeAtLimit, returnPsuAttempt, takePsuAttempt } from '../attempts/psu-attempts.ts';
import type { ScaContext } from '../context.ts';
import { builtInSignInMethods } from '../factors/built-in-methods.ts';
import type { Login } from '../model/login.ts';
import { accountNamesOf, type KnownPsu, typedMethods } from '../psu/known-psu.ts';
import { type CredentialsVerdict, verifyCredentials } from '../psu/verify-credentials.ts';
import { nextSession } from '../session/session.ts';
import { type LoginReply, notSignedIn, toLoginReply } from './login-reply.ts';
import { sendSignInCode } from './send-sign-in-code.ts';

/** A PSU signs in again after these minutes, however active it is. */
const LOGIN_MINUTES_MAX = 30;
const MS_PER_MINUTE = 60_000;

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
  if (psu === 'blocked') return notSignedIn('serviceBlocked');
  const methods = [...(await builtInSignInMethods(context, psu, psuId)), ...typedMethods(psu)];
  const [onlyMethod] = methods;
  if (onlyMethod === undefined) return notSignedIn('scaMethodMissing');
  const { login, token } = newLogin(context, { psuId, psu, methods });
  await context.logins.insertOne(login);
  if (methods.length > 1) return toLoginReply(context, login, token);
  try {
    return await sendSignInCode(context, login, onlyMethod, request.language);
  } catch (error) {
    if (toRefusal(error).refusal.status < 500) throw error;
    // The code could not be sent now. The PSU asks for it on the next page.
    return toLoginReply(context, login, token);
  }
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

function newLogin(
  { now }: Pick<ScaContext, 'now'>,
  { psuId, psu, methods }: { psuId: string; psu: KnownPsu; methods: ScaMethod[] },
): { login: Login; token: string } {
  const at = now();
  const { token, session } = nextSession({}, at);
  const _id = crypto.randomUUID();
  const login: Login = {
    _id,
    psu: { psuId, name: psu.name, ...(psu.corporateId !== undefined && { corporateId: psu.corporateId }) },
    accountNames: accountNamesOf(psu.accounts),
    contentHash: contentHashOf({ kind: 'signIn', loginId: _id, psuId }),
    scaStatus: 'psuAuthenticated',
    scaMethods: methods,
    session,
    openUntil: new Date(at.getTime() + LOGIN_MINUTES_MAX * MS_PER_MINUTE),
    history: [createdAs('psuAuthenticated', at, 'psu', currentContext().requestId)],
  };
  return { login, token };
}
