import {
  AuthorisingPsu,
  type LoginProblem,
  type LoginView,
  SCA_STATUS_MACHINE,
  ScaMethod,
  ScaStatus,
  Xs2aError,
} from '@xs2a/contracts';
import { History, storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';
import type { ScaRoom } from '../context.ts';
import { isSpent, passkeyQuestion } from '../factors/passkey-question.ts';
import { STEP_OF } from '../redirect/page-view.ts';
import { findSession, hashToken, Session } from '../session/session-token.ts';
import { SentChallenge } from './challenge.ts';
import { AddedFactor } from './pending-factor.ts';

/** Seconds after its end after which a login is garbage. Whether one still counts is decided by its session. */
const GARBAGE_AFTER_SECONDS = 86_400;

/**
 * A PSU signing in at the bank's own pages, outside of any authorisation. It exists from the right password on, walks
 * the statuses of an authorisation, and signs in with the code alone.
 */
export const Login = z.object({
  _id: z.string(),
  psu: AuthorisingPsu,
  accountNames: z.record(z.string(), z.string()),
  contentHash: z.string(),
  scaStatus: ScaStatus,
  scaMethods: z.array(ScaMethod),
  chosenScaMethod: ScaMethod.optional(),
  challenge: SentChallenge.optional(),
  session: Session.optional(),
  /** Hash of the token that the right code was entered with: it may repeat that step, and opens nothing. */
  confirmedWith: z.string().optional(),
  /** The factor that the PSU is adding. */
  adding: AddedFactor.optional(),
  /** Until then at the latest, whatever the activity. */
  openUntil: z.date(),
  history: History,
});
export type Login = z.infer<typeof Login>;

export const LOGINS = storedCollection('logins', Login, {
  indexes: [
    { key: { 'session.hash': 1 }, sparse: true },
    { key: { 'session.previousHash': 1 }, sparse: true },
    { key: { openUntil: 1 }, expireAfterSeconds: GARBAGE_AFTER_SECONDS },
  ],
  status: { field: 'scaStatus', machine: SCA_STATUS_MACHINE },
});

/** What a step of a sign-in answers. */
export interface LoginStepped {
  view: LoginView;
  session?: string;
}

/** The login of a session, at whatever step. */
export async function findLogin(room: ScaRoom, token: string): Promise<Login> {
  const login = await findSession(room, room.logins, token);
  if (login.openUntil <= room.now() || login.scaStatus === 'failed') throw new Xs2aError('scaSessionOver');
  return login;
}

/** Whether this is the token from before the code, which must not open what only the code opens. */
export function isFromBeforeCode(login: Login, token: string): boolean {
  return login.confirmedWith === hashToken(token);
}

export function loginStepped(
  room: ScaRoom,
  login: Login,
  session: string,
  problem?: LoginProblem,
  attemptsLeft?: number,
): LoginStepped {
  return { view: loginViewOf(room, login, problem, attemptsLeft), session };
}

/** What a page shows of a sign-in. Names of accounts only appear once it is complete. */
export function loginViewOf(room: ScaRoom, login: Login, problem?: LoginProblem, attemptsLeft?: number): LoginView {
  const { scaStatus, psu, accountNames, scaMethods, chosenScaMethod, challenge } = login;
  // Signed in is whoever showed the code: a login that failed is at its beginning, not at a result.
  const isWaiting = scaStatus === 'scaMethodSelected';
  // A passkey that did not answer right, or in time, is asked anew, or another way is taken.
  const isLapsed = isWaiting && challenge !== undefined && isSpent(room, challenge);
  const passkey = isWaiting ? passkeyQuestion(room, login) : undefined;
  const step = scaStatus === 'failed' ? 'authentication' : isLapsed ? 'methodSelection' : STEP_OF[scaStatus];
  return {
    step,
    psu,
    scaMethods,
    ...(step === 'result' && { accountNames }),
    ...(chosenScaMethod && { chosenScaMethod }),
    ...(challenge && { challenge: challenge.data }),
    ...(passkey && { passkey }),
    ...(problem && { problem }),
    ...(attemptsLeft !== undefined && { attemptsLeft }),
  };
}

/** Nobody is signed in, and this is why. */
export function notSignedIn(problem: LoginProblem, attemptsLeft?: number): LoginStepped {
  return { view: { step: 'authentication', problem, ...(attemptsLeft !== undefined && { attemptsLeft }) } };
}
