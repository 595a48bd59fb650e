import { type selectSignInMethod as operation, type RequestOf, type ScaMethod, Xs2aError } from '@xs2a/contracts';
import { advance } from '@xs2a/service-kit';
import { takePsuChallenge } from '../attempts/psu-attempts.ts';
import { type Language, signInMessage } from '../challenges/challenge-message.ts';
import type { ScaRoom } from '../context.ts';
import { challengeOwnFactor, isOwn } from '../factors/challenge-built-in-factor.ts';
import { challengePsu } from '../model/challenge.ts';
import { findLogin, isFromBeforeCode, LOGINS, type Login, type LoginStepped, loginStepped } from '../model/login.ts';
import { renewedSession } from '../session/session-token.ts';
import { closeLogin } from './close-login.ts';

/** The PSU picks one of its methods, or asks for a new code of the one it picked. */
export async function selectSignInMethod(room: ScaRoom, request: RequestOf<typeof operation>): Promise<LoginStepped> {
  const { session, authenticationMethodId, language } = request;
  const login = await findLogin(room, session);
  if (isFromBeforeCode(login, session)) throw new Xs2aError('scaSessionOver');
  if (login.scaStatus === 'finalised') throw new Xs2aError('statusInvalid');
  const method = login.scaMethods.find((own) => own.authenticationMethodId === authenticationMethodId);
  if (method === undefined) throw new Xs2aError('scaMethodUnknown', { path: 'authenticationMethodId' });
  return sendSignInCode(room, login, method, language);
}

/** Has the bank send a code that is good for this sign-in alone, and waits for it. One sent before no longer counts. */
export async function sendSignInCode(
  room: ScaRoom,
  login: Login,
  method: ScaMethod,
  language: Language,
): Promise<LoginStepped> {
  const { psuId } = login.psu;
  // What the PSU has itself is sent nowhere: no telephone rings.
  if (!isOwn(method) && !(await takePsuChallenge(room, psuId))) return closeLogin(room, login);
  const { contentHash } = login;
  const text = signInMessage(room.profile, language);
  const sent = isOwn(method)
    ? await challengeOwnFactor(room, login, method, crypto.randomUUID())
    : await challengePsu(room, method, { psuId, contentHash, text });
  const at = room.now();
  const { token, session } = renewedSession(login, at);
  const set = { session, ...sent };
  const waiting = await advance(LOGINS, room.logins, login, 'methodSelected', { at, by: 'psu', set });
  if (waiting === null) throw new Xs2aError('statusConflict');
  return loginStepped(room, waiting, token);
}
