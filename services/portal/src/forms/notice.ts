import type { Notice } from '../rendering/pages.ts';
import type { Visitor } from '../rendering/visitor.ts';
import type { Note } from '../visits/note.ts';
import { isProblem, type NoteWord } from '../words/note-word.ts';

/** Problems that used up an attempt. */
const ATTEMPT_PROBLEMS: readonly NoteWord[] = [
  'credentialsInvalid',
  'corporateIdInvalid',
  'codeInvalid',
  'passkeyInvalid',
  'totpInvalid',
];

/** Problems that no other input would solve. */
const NON_INPUT_PROBLEMS: readonly NoteWord[] = [
  'sessionOver',
  'signInClosed',
  'serviceBlocked',
  'scaMethodMissing',
  'attemptsUsedUp',
  'endedMeanwhile',
  'bankSignInDeclined',
  'bankSignInFailed',
  'bankSignInExpired',
  'bankSignInUnknown',
  'bankSignInUnavailable',
];

/** Returns the message of the last step. A problem reported by the bank takes precedence over the note of the browser. */
export function noticeOf(
  view: { problem?: NoteWord | undefined; attemptsLeft?: number | undefined },
  note: Note | undefined,
  { words }: Pick<Visitor, 'words'>,
): Notice | undefined {
  const word = view.problem ?? note?.word;
  if (word === undefined || word === 'declined') return undefined;
  const attemptsLeft = view.attemptsLeft ?? note?.attemptsLeft;
  const counts = ATTEMPT_PROBLEMS.includes(word);
  const left = counts && attemptsLeft !== undefined ? ` ${words.attemptsLeft(attemptsLeft)}` : '';
  const problem = isProblem(word);
  return {
    text: words.notes[word] + left,
    isProblem: problem,
    isOfInput: problem && !NON_INPUT_PROBLEMS.includes(word),
  };
}
