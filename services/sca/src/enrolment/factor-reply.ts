import { type FactorProblem, Xs2aError } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import type { Login } from '../model/login.ts';
import { storeNextSession } from '../session/session.ts';

/** The reply to a step of an enrolment. */
export interface FactorReply {
  session?: string;
  problem?: FactorProblem;
  attemptsLeft?: number;
}

/** Renews the session, as every step does, and replies. */
export async function replyWithNextSession(
  context: Pick<ScaContext, 'logins' | 'now'>,
  login: Login,
  failure: Pick<FactorReply, 'problem' | 'attemptsLeft'> = {},
): Promise<FactorReply> {
  const renewed = await storeNextSession(context.logins, login, context.now());
  if (renewed === null) throw new Xs2aError('statusConflict');
  return { session: renewed.token, ...failure };
}
