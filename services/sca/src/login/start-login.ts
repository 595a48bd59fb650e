import { contentHashOf, type Language } from '@xs2a/approvals';
import type { ScaMethod } from '@xs2a/contracts';
import { createdEntry, currentContext, toRefusal } from '@xs2a/service-kit';
import type { ScaContext } from '../context.ts';
import { builtInSignInMethods } from '../factors/built-in-methods.ts';
import type { Login } from '../model/login.ts';
import { accountNamesOf, type KnownPsu, typedMethods } from '../psu/known-psu.ts';
import { nextSession } from '../session/session.ts';
import { createSignInFailure, type LoginReply, toLoginReply } from './login-reply.ts';
import { sendSignInCode } from './send-sign-in-code.ts';

/** Minutes after which a PSU must sign in again, however active it is. */
const LOGIN_MINUTES_MAX = 30;
const MS_PER_MINUTE = 60_000;

/** Continues a sign-in with the second factor, after the right first factor of any kind. */
export async function startLogin(
  context: ScaContext,
  { psuId, psu, language }: { psuId: string; psu: KnownPsu | 'blocked'; language: Language },
): Promise<LoginReply> {
  if (psu === 'blocked') return createSignInFailure('serviceBlocked');
  const methods = [...(await builtInSignInMethods(context, psu, psuId)), ...typedMethods(psu)];
  const [onlyMethod] = methods;
  if (onlyMethod === undefined) return createSignInFailure('scaMethodMissing');
  const { login, token } = newLogin(context, { psuId, psu, methods });
  await context.logins.insertOne(login);
  if (methods.length > 1) return toLoginReply(context, login, token);
  try {
    return await sendSignInCode(context, login, onlyMethod, language);
  } catch (error) {
    if (toRefusal(error).refusal.status < 500) throw error;
    // The code could not be sent now. The PSU requests it on the next page.
    return toLoginReply(context, login, token);
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
    history: [createdEntry('psuAuthenticated', at, 'psu', currentContext().requestId)],
  };
  return { login, token };
}
