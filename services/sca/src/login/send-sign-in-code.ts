import { type ScaMethod, Xs2aError } from '@xs2a/contracts';
import { advance } from '@xs2a/service-kit';
import { takePsuChallenge } from '../attempts/psu-attempts.ts';
import { challengeBuiltInFactor } from '../challenges/challenge-built-in-factor.ts';
import { challengePsu } from '../challenges/challenge-psu.ts';
import type { ScaContext } from '../context.ts';
import { isBuiltIn } from '../factors/built-in-methods.ts';
import type { Language } from '../model/language.ts';
import { LOGINS, type Login } from '../model/login.ts';
import { nextSession } from '../session/session.ts';
import { closeLogin } from './close-login.ts';
import { type LoginReply, toLoginReply } from './login-reply.ts';
import { signInMessage } from './sign-in-message.ts';

/** Sends a code for this sign-in alone. Earlier codes no longer count. */
export async function sendSignInCode(
  context: ScaContext,
  login: Login,
  method: ScaMethod,
  language: Language,
): Promise<LoginReply> {
  const { contentHash, scaMethods } = login;
  const { psuId } = login.psu;
  // Built-in factors are not counted: nothing is sent to the PSU.
  if (!isBuiltIn(method) && !(await takePsuChallenge(context, psuId))) return closeLogin(context, login);
  const text = signInMessage(context.profile, language);
  const sent = isBuiltIn(method)
    ? await challengeBuiltInFactor(context, { psuId, scaMethods }, method, crypto.randomUUID())
    : await challengePsu(context, method, { psuId, contentHash, text });
  const at = context.now();
  const { token, session } = nextSession(login, at);
  const set = { session, ...sent };
  const waiting = await advance(LOGINS, context.logins, login, 'methodSelected', { at, by: 'psu', set });
  if (waiting === null) throw new Xs2aError('statusConflict');
  return toLoginReply(context, waiting, token);
}
