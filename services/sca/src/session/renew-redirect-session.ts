import type { Authorisation } from '../model/authorisation.ts';
import type { Session } from '../model/session.ts';
import { nextSession } from './session.ts';

/** An authorisation after a step. In a redirect with the token for the browser's next step. */
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
