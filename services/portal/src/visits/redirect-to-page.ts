import type { NoteWord } from '../words/note-word.ts';
import { readCookie } from './cookies.ts';
import { leaveNote, type Note, PSU_ID_MAX } from './note.ts';
import type { Visit } from './open-visit.ts';
import { withQuery } from './paths.ts';

const KEEPS_PSU_ID: readonly NoteWord[] = ['credentialsInvalid', 'corporateIdInvalid', 'inputMissing'];

/** Redirects to the page of the visit with 303: reloading and going back never send a form again. */
export function redirectToPage(visit: Visit): void {
  visit.response.redirect(303, pageHref(visit));
}

/** Redirects to the page with a message about the outcome; a failed sign-in keeps the user ID. */
export function redirectWithNote(visit: Visit, note: Note | undefined): void {
  const { psuId } = (visit.request.body ?? {}) as { readonly psuId?: unknown };
  const isKept = note !== undefined && KEEPS_PSU_ID.includes(note.word) && typeof psuId === 'string' && psuId !== '';
  leaveNote(visit, isKept ? { ...note, psuId: psuId.slice(0, PSU_ID_MAX) } : note);
  redirectToPage(visit);
}

/** Redirects to the page, which says that the form was stale. The note of an earlier submission is kept. */
export function redirectStaleForm(visit: Visit): void {
  const { request, noteCookieName } = visit;
  if (readCookie(request, noteCookieName) === undefined) leaveNote(visit, { word: 'pressedAgain' });
  redirectToPage(visit);
}

/** Returns the page of the visit, with the `state` that the TPP put on the link. */
export function pageHref({ path, visitor: { state } }: Visit): string {
  return withQuery(path, { state });
}
