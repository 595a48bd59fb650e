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

/** The page of the visit, with the `state` that the TPP put on the link. */
export function pageHref({ path, visitor: { state } }: Visit): string {
  return withQuery(path, { state });
}
