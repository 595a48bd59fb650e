import { FactorProblem, LoginProblem, ScaProblem } from '@xs2a/contracts';

const PORTAL_WORDS = [
  'inputMissing',
  /** The bank's identity provider is unavailable. */
  'bankSignInUnavailable',
  'sessionOver',
  'codeSent',
  /** A form that was submitted before, or belongs to another step. */
  'pressedAgain',
  'declined',
  'signedOut',
  'permissionWithdrawn',
  'permissionEndedBefore',
  'standingOrderStopped',
  'standingOrderNotStopped',
  'passkeyAdded',
  'totpAdded',
  'factorRemoved',
  'passkeyMissing',
] as const;

/** One-time message on the page after a step: a problem with the input, or a confirmation. */
export type NoteWord = ScaProblem | LoginProblem | FactorProblem | (typeof PORTAL_WORDS)[number];

const NOTE_WORDS: readonly string[] = [
  ...ScaProblem.options,
  ...LoginProblem.options,
  ...FactorProblem.options,
  ...PORTAL_WORDS,
];

/** Words for a confirmation. All others name a problem. */
const NEWS: readonly NoteWord[] = [
  'codeSent',
  'pressedAgain',
  'signedOut',
  'permissionWithdrawn',
  'permissionEndedBefore',
  'standingOrderStopped',
  'passkeyAdded',
  'totpAdded',
  'factorRemoved',
];

export function isNoteWord(word: string): word is NoteWord {
  return NOTE_WORDS.includes(word);
}

export function isProblem(word: NoteWord): boolean {
  return !NEWS.includes(word);
}
