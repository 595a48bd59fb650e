import { isNoteWord, type NoteWord } from '../words/note-word.ts';
import { clearCookie, readCookie, setVisitCookie } from './cookies.ts';
import type { Visit } from './open-visit.ts';

/** What a step says on the page after it. */
export interface Note {
  readonly word: NoteWord;
  readonly attemptsLeft?: number;
}

/** The form of a note in the cookie that carries it from a POST to the next page: `codeInvalid.2`. */
export function writeNote({ word, attemptsLeft }: Note): string {
  return attemptsLeft === undefined ? word : `${word}.${attemptsLeft}`;
}

/** Accepts known words only: a cookie holds what the browser sends. */
export function readNote(text: string | undefined): Note | undefined {
  const [, word, attempts] = /^([a-zA-Z]{1,30})(?:\.([0-9]{1,2}))?$/.exec(text ?? '') ?? [];
  if (word === undefined || !isNoteWord(word)) return undefined;
  return { word, ...(attempts !== undefined && { attemptsLeft: Number(attempts) }) };
}

/** Returns the note of the step before, and deletes it unless it is kept. */
export function takeNote({ request, response, noteCookieName, context }: Visit, isKept = false): Note | undefined {
  const text = readCookie(request, noteCookieName);
  if (text !== undefined && !isKept) clearCookie(response, noteCookieName, context.isSecure);
  return readNote(text);
}

/** Leaves a note for the page that is shown next, in place of any other. */
export function leaveNote({ response, noteCookieName, context }: Visit, note: Note | undefined): void {
  if (note === undefined) clearCookie(response, noteCookieName, context.isSecure);
  else setVisitCookie(response, noteCookieName, writeNote(note), context.isSecure);
}
