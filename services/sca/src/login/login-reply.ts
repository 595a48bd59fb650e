import type { LoginProblem, LoginView } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import { isSpent, passkeyRequestOptions } from '../factors/passkey-request.ts';
import type { Login } from '../model/login.ts';
import { PAGE_STEP } from '../model/page-step.ts';

/** The reply to a step of a sign-in. */
export interface LoginReply {
  view: LoginView;
  session?: string;
}

/** A problem that the page shows, and the attempts left after it. */
export interface LoginFailure {
  readonly problem: LoginProblem;
  readonly attemptsLeft?: number;
}

type ViewContext = Pick<ScaContext, 'relyingParty' | 'now'>;

export function toLoginReply(context: ViewContext, login: Login, session: string, failure?: LoginFailure): LoginReply {
  return { view: { ...loginViewOf(context, login), ...failure }, session };
}

/** Returns the view of a sign-in for a page. Account names appear only once it is complete. */
export function loginViewOf(context: ViewContext, login: Login): LoginView {
  const { scaStatus, psu, accountNames, scaMethods, chosenScaMethod, challenge } = login;
  const isWaiting = scaStatus === 'scaMethodSelected';
  // If the passkey did not answer in time or correctly, the PSU requests it again or chooses another method.
  const isLapsed = isWaiting && challenge !== undefined && isSpent(context, challenge);
  const passkey = isWaiting ? passkeyRequestOptions(context, login) : undefined;
  // A failed login restarts at the first step. It has no result page.
  const step = scaStatus === 'failed' ? 'authentication' : isLapsed ? 'methodSelection' : PAGE_STEP[scaStatus];
  return {
    step,
    psu,
    scaMethods,
    ...(step === 'result' && { accountNames }),
    ...(chosenScaMethod && { chosenScaMethod }),
    ...(challenge && { challenge: challenge.data }),
    ...(passkey && { passkey }),
  };
}

/** Returns the reply if nobody is signed in, with the reason. */
export function createSignInFailure(problem: LoginProblem, attemptsLeft?: number): LoginReply {
  return { view: { step: 'authentication', problem, ...(attemptsLeft !== undefined && { attemptsLeft }) } };
}
