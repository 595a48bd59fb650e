import { readCookie } from './cookies.ts';
import { leaveNote, type Note } from './note.ts';
import type { Visit } from './open-visit.ts';
import { withQuery } from './paths.ts';

/** Redirects to the page of the visit with 303: reloading and going back never send a form again. */
export function redirectToPage(visit: Visit): void {
  visit.response.redirect(303, pageHref(visit));
}

export function redirectWithNote(visit: Visit, note: Note | undefined): void {
  leaveNote(visit, note);
  redirectToPage(visit);
}

/** To the page, which says that the form was stale. What an earlier press left to be said stays. */
export function leadFromStaleForm(visit: Visit): void {
  const { request, noteCookieName } = visit;
  if (readCookie(request, noteCookieName) === undefined) leaveNote(visit, { word: 'pressedAgain' });
  redirectToPage(visit);
}

/** The page of the visit, with the `state` that the TPP put on the link. */
export function pageHref({ path, visitor: { state } }: Visit): string {
  return withQuery(path, { state });
}
