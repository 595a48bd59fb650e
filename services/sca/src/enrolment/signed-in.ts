import { type FactorProblem, Xs2aError } from '@xs2a/contracts';
import type { ScaRoom } from '../context.ts';
import { findLogin, isFromBeforeCode, type Login } from '../model/login.ts';
import { renewSession } from '../session/session-token.ts';

/** Minutes after both factors in which a PSU may add one more: a session left open is no reason to trust whoever sits there. */
const MAY_ADD_MINUTES = 5;
const MS_PER_MINUTE = 60_000;

/** What a step at the factors answers. */
export interface FactorStepped {
  session?: string;
  problem?: FactorProblem;
  attemptsLeft?: number;
}

/** The sign-in of a PSU who has shown both factors. */
export async function findSignedIn(room: ScaRoom, token: string): Promise<Login> {
  const login = await findLogin(room, token);
  if (login.scaStatus !== 'finalised' || isFromBeforeCode(login, token)) throw new Xs2aError('scaSessionOver');
  return login;
}

/** Why who is signed in may add no factor. A code of an app approves no payment, and must not bring forth a passkey that does. */
export function whyNotAdd(
  { now }: Pick<ScaRoom, 'now'>,
  { history, chosenScaMethod }: Login,
): 'signInTooOld' | 'signInTooWeak' | undefined {
  if (chosenScaMethod?.authenticationType === 'TOTP') return 'signInTooWeak';
  const signedIn = history.findLast(({ to }) => to === 'finalised');
  const isRecent = signedIn !== undefined && now().getTime() - signedIn.at.getTime() < MAY_ADD_MINUTES * MS_PER_MINUTE;
  return isRecent ? undefined : 'signInTooOld';
}

/** Every step renews the session, wherever it led. */
export async function factorStepped(
  room: ScaRoom,
  login: Login,
  problem?: FactorProblem,
  attemptsLeft?: number,
): Promise<FactorStepped> {
  const renewed = await renewSession(room.logins, login, room.now());
  if (renewed === null) throw new Xs2aError('statusConflict');
  return {
    session: renewed.token,
    ...(problem && { problem }),
    ...(attemptsLeft !== undefined && { attemptsLeft }),
  };
}
