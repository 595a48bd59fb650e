import { FactorProblem, LoginProblem, ScaProblem } from '@xs2a/contracts';

const OWN_WORDS = [
  'inputMissing',
  'sessionOver',
  'codeSent',
  'declined',
  'promptApproved',
  'promptDeclined',
  'promptGone',
  'signedOut',
  'permissionWithdrawn',
  'permissionEndedBefore',
  'passkeyAdded',
  'totpAdded',
  'factorRemoved',
  'passkeyMissing',
] as const;

/** What the page after a step says once: a problem of the input, or what was done. */
export type NoteWord = ScaProblem | LoginProblem | FactorProblem | (typeof OWN_WORDS)[number];
export interface Note {
  readonly word: NoteWord;
  readonly attemptsLeft?: number;
}

const WORDS: readonly string[] = [
  ...ScaProblem.options,
  ...LoginProblem.options,
  ...FactorProblem.options,
  ...OWN_WORDS,
];
/** Words that tell what was done; all others tell a problem. */
const NEWS: readonly NoteWord[] = [
  'codeSent',
  'promptApproved',
  'promptDeclined',
  'signedOut',
  'permissionWithdrawn',
  'permissionEndedBefore',
  'passkeyAdded',
  'totpAdded',
  'factorRemoved',
];

export function isProblem(word: NoteWord): boolean {
  return !NEWS.includes(word);
}

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
