import type { Authorisation } from '../model/authorisation.ts';
import type { Session } from '../model/session.ts';
import { nextSession } from './session.ts';

/** The authorisation after a step; for the redirect approach, with the session token for the next request. */
export interface StepResult {
  readonly authorisation: Authorisation;
  readonly session?: string;
}

/** Fields set along with the status. Only the redirect approach has a browser session. */
export function renewRedirectSession(
  authorisation: Authorisation,
  at: Date,
): { set: { session?: Session }; session?: string } {
  if (authorisation.scaApproach !== 'REDIRECT') return { set: {} };
  const { token, session } = nextSession(authorisation, at);
  return { set: { session }, session: token };
}
