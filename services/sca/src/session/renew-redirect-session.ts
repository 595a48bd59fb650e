import type { Authorisation } from '../model/authorisation.ts';
import { renewedSession, type Session } from './session-token.ts';

/** An authorisation after a step; with the token for the next one where a browser walks through it. */
export interface Moved {
  readonly authorisation: Authorisation;
  readonly session?: string;
}

/** What a step sets besides the status: only a redirect has a session, everything else goes through the TPP. */
export function walked(authorisation: Authorisation, at: Date): { set: { session?: Session }; session?: string } {
  if (authorisation.scaApproach !== 'REDIRECT') return { set: {} };
  const { token, session } = renewedSession(authorisation, at);
  return { set: { session }, session: token };
}
