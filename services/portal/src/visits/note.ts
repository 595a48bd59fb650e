import { isNoteWord, type NoteWord } from '../words/note-word.ts';
import { clearCookie, readCookie, setVisitCookie } from './cookies.ts';
import type { Visit } from './open-visit.ts';

/** Message of a step, shown on the next page. */
export interface Note {
  readonly word: NoteWord;
  readonly attemptsLeft?: number;
  /** User ID as entered, for the form that is shown again. */
  readonly psuId?: string;
}

/** Longest PSU-ID that sca accepts (contracts). */
export const PSU_ID_MAX = 100;

/**
 * Encodes a note for the cookie that carries it from a POST to the next page: `codeInvalid.2`, `credentialsInvalid.2~<PSU-ID in
 * base64url>`.
 */
export function writeNote({ word, attemptsLeft, psuId }: Note): string {
  const left = attemptsLeft === undefined ? '' : `.${attemptsLeft}`;
  return word + left + (psuId === undefined ? '' : `~${Buffer.from(psuId).toString('base64url')}`);
}

/** Accepts known words only, because browsers can send anything in a cookie. */
export function readNote(text: string | undefined): Note | undefined {
  const [, word, attempts, entered] =
    /^([a-zA-Z]{1,30})(?:\.([0-9]{1,2}))?(?:~([\w-]{1,600}))?$/.exec(text ?? '') ?? [];
  if (word === undefined || !isNoteWord(word)) return undefined;
  const psuId = entered === undefined ? '' : Buffer.from(entered, 'base64url').toString('utf8').slice(0, PSU_ID_MAX);
  return { word, ...(attempts !== undefined && { attemptsLeft: Number(attempts) }), ...(psuId !== '' && { psuId }) };
}

/** Returns the note of the previous step, and deletes it unless it is kept. */
export function takeNote({ request, response, noteCookieName, context }: Visit, isKept = false): Note | undefined {
  const text = readCookie(request, noteCookieName);
  if (text !== undefined && !isKept) clearCookie(response, noteCookieName, context.isSecure);
  return readNote(text);
}

/** Stores a note for the next page, replacing any other. */
export function leaveNote({ response, noteCookieName, context }: Visit, note: Note | undefined): void {
  if (note === undefined) clearCookie(response, noteCookieName, context.isSecure);
  else setVisitCookie(response, noteCookieName, writeNote(note), context.isSecure);
}
