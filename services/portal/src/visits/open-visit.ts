import type { Request, Response } from 'express';
import type { PortalRoom } from '../context.ts';
import { noteCookie, readCookie, visitCookie } from './cookies.ts';
import { isFormToken } from './form-token.ts';
import { PageTrouble } from './page-error.ts';
import { isReference, linkPath } from './paths.ts';
import { isState, receiveVisitor, type Visitor } from './visitor.ts';

/** Marks a visit's cookie after the sign-in: the rest is the session of sca. Before, it is a random value of ours. */
const SESSION_MARK = 'session.';

/** One request of a visit: to a link, or to the permission overview. */
export interface Visit {
  readonly room: PortalRoom;
  readonly request: Request;
  readonly response: Response;
  readonly visitor: Visitor;
  /** The page to which every step leads back, and below which forms are sent. */
  readonly path: string;
  /** Value of the visit's cookie: what form tokens are made of. */
  readonly cookie?: string;
  /** Present once the PSU signed in. */
  readonly session?: string;
  readonly visitCookieName: string;
  readonly noteCookieName: string;
}

/** One request about one link. */
export interface LinkVisit extends Visit {
  readonly reference: string;
}

export function openLinkVisit(request: Request, response: Response, room: PortalRoom): LinkVisit {
  const reference = request.params['redirectReference'];
  if (!isReference(reference)) throw new PageTrouble('linkUnknown', 404);
  return { ...openVisit(request, response, room, linkPath(reference), reference), reference };
}

/** The door of every page with forms: parses what the browser sent, and refuses forms that no page of ours showed it. */
export function openVisit(
  request: Request,
  response: Response,
  room: PortalRoom,
  path: string,
  cookieKey: string = path,
): Visit {
  const body = request.body as Record<string, unknown> | undefined;
  const state = request.query['state'] ?? body?.['state'];
  if (state !== undefined && state !== '' && !isState(state)) throw new PageTrouble('inputInvalid', 400);
  const visitCookieName = visitCookie(cookieKey, room.isSecure);
  const cookie = readCookie(request, visitCookieName);
  if (request.method === 'POST' && !isFormToken(body?.['token'], cookie)) throw new PageTrouble('formStale', 403);
  const session = cookie?.startsWith(SESSION_MARK) ? cookie.slice(SESSION_MARK.length) : undefined;
  return {
    room,
    request,
    response,
    visitor: receiveVisitor(request, response, room),
    path,
    visitCookieName,
    noteCookieName: noteCookie(cookieKey, room.isSecure),
    ...(cookie !== undefined && cookie !== '' && { cookie }),
    ...(session !== undefined && { session }),
  };
}

export function sessionCookie(session: string): string {
  return SESSION_MARK + session;
}

/** A field of the form that was sent. */
export function field({ request }: Visit, name: string): string | undefined {
  const value = (request.body as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Every value of a field that may be sent several times. */
export function fields({ request }: Visit, name: string): string[] {
  const value = (request.body as Record<string, unknown> | undefined)?.[name];
  return [value].flat().filter((text) => typeof text === 'string');
}
