import type { Request, Response } from 'express';
import type { PortalContext } from '../context.ts';
import type { Visitor } from '../rendering/visitor.ts';
import { noteCookie, otherVisitCookies, readCookie, visitCookie } from './cookies.ts';
import { isFormToken, mayBeFormToken } from './form-token.ts';
import { PageError } from './page-error.ts';
import { isReference, linkPath } from './paths.ts';
import { isState, receiveVisitor } from './receive-visitor.ts';

/** Prefix of the visit's cookie after the sign-in; the session of sca follows. Before, the cookie is a random value. */
const SESSION_MARK = 'session.';
const SESSIONS_MAX = 10;

/** One request of a visit: to a link, or to the permission overview. */
export interface Visit {
  readonly context: PortalContext;
  readonly request: Request;
  readonly response: Response;
  readonly visitor: Visitor;
  /** The page to which every step leads back, and below which forms are submitted. */
  readonly path: string;
  /** Value of the visit's cookie, from which form tokens are derived. */
  readonly cookie?: string;
  /** Present after the PSU has signed in. */
  readonly session?: string;
  readonly visitCookieName: string;
  readonly noteCookieName: string;
}

/** One request about one link. */
export interface LinkVisit extends Visit {
  readonly reference: string;
}

/** Thrown for a form of another step. The visit's page shows the present step. */
export class StaleForm extends Error {
  override readonly name = 'StaleForm';
  readonly visit: Visit;

  constructor(visit: Visit) {
    super('stale form');
    this.visit = visit;
  }
}

export function openLinkVisit(request: Request, response: Response, context: PortalContext): LinkVisit {
  const reference = request.params['redirectReference'];
  if (!isReference(reference)) throw new PageError('linkUnknown', 404);
  return { ...openVisit(request, response, context, linkPath(reference), reference), reference };
}

/** Parses a request for a page with forms. A form is accepted only with the token that the portal put into it. */
export function openVisit(
  request: Request,
  response: Response,
  context: PortalContext,
  path: string,
  cookieKey: string = path,
): Visit {
  const body = request.body as Record<string, unknown> | undefined;
  const state = request.query['state'] ?? body?.['state'];
  if (state !== undefined && state !== '' && !isState(state)) throw new PageError('inputInvalid', 400);
  const visitCookieName = visitCookie(cookieKey, context.isSecure);
  const cookie = readCookie(request, visitCookieName);
  const session = sessionOf(cookie);
  const visit: Visit = {
    context,
    request,
    response,
    visitor: receiveVisitor(request, response, context),
    path,
    visitCookieName,
    noteCookieName: noteCookie(cookieKey, context.isSecure),
    ...(cookie !== undefined && cookie !== '' && { cookie }),
    ...(session !== undefined && { session }),
  };
  if (request.method === 'POST') refuseStaleForm(visit, body?.['token']);
  return visit;
}

/**
 * Redirects to the page for a form of this browser that was submitted before, or in another tab; the page shows the outcome. The
 * form is not processed; one of another browser or site is refused.
 */
function refuseStaleForm(visit: Visit, token: unknown): void {
  const { cookie } = visit;
  if (isFormToken(token, cookie)) return;
  if (cookie === undefined || !mayBeFormToken(token)) throw new PageError('formStale', 403);
  throw new StaleForm(visit);
}

/** Returns the session of sca in a visit's cookie; undefined before the sign-in. */
export function sessionOf(cookie: string | undefined): string | undefined {
  return cookie?.startsWith(SESSION_MARK) ? cookie.slice(SESSION_MARK.length) : undefined;
}

/** Returns the sessions of other links in this browser, up to the number that sca checks. */
export function otherSessionsOf({ request, visitCookieName, context }: Visit): string[] {
  const cookies = otherVisitCookies(request, visitCookieName, context.isSecure);
  return cookies.flatMap((cookie) => sessionOf(cookie) ?? []).slice(0, SESSIONS_MAX);
}

export function sessionCookie(session: string): string {
  return SESSION_MARK + session;
}
