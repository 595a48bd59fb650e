import { ScaProblem } from '@xs2a/contracts';

/** What the page after a step says once: a problem of the input, or what was done. */
export type NoteWord = ScaProblem | 'inputMissing' | 'sessionOver' | 'codeSent' | 'declined';
export interface Note {
  readonly word: NoteWord;
  readonly attemptsLeft?: number;
}

const WORDS: readonly string[] = [...ScaProblem.options, 'inputMissing', 'sessionOver', 'codeSent', 'declined'];

/** As it travels in a cookie from a POST to the page after it: `codeInvalid.2`. */
export function writeNote({ word, attemptsLeft }: Note): string {
  return attemptsLeft === undefined ? word : `${word}.${attemptsLeft}`;
}

/** Only words of ours are read: a cookie is what the browser says. */
export function readNote(text: string | undefined): Note | undefined {
  const [, word, attempts] = /^([a-zA-Z]{1,30})(?:\.([0-9]{1,2}))?$/.exec(text ?? '') ?? [];
  if (word === undefined || !WORDS.includes(word)) return undefined;
  return { word: word as NoteWord, ...(attempts !== undefined && { attemptsLeft: Number(attempts) }) };
}
