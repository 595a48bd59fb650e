import { randomBytes } from 'node:crypto';
import { setVisitCookie } from './cookies.ts';
import { formToken } from './form-token.ts';
import type { Visit } from './open-visit.ts';

const COOKIE_BYTES = 32;

/** Returns the token of a visit's forms. A new visit gets its cookie. */
export function issueFormToken(visit: Visit): string {
  return formToken(visit.cookie ?? startVisit(visit));
}

/** Returns a cookie value for a visit without a sign-in. */
export function startVisit({ response, visitCookieName, context }: Visit): string {
  const started = randomBytes(COOKIE_BYTES).toString('base64url');
  setVisitCookie(response, visitCookieName, started, context.isSecure);
  return started;
}
