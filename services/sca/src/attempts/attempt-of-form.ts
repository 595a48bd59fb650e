import { hashToken } from '../session/token.ts';

/**
 * Under which an attempt counts once. That of a form, or of a start, is noted when it is taken; that of an update was before
 * (decision 2).
 */
export interface AttemptId {
  readonly attemptId?: string | undefined;
  readonly isNotedWhenTaken?: boolean | undefined;
}

/**
 * The same input in the same form is the same attempt, however often it is pressed. `secret` is a random value that is in no
 * database, so that the input cannot be guessed from the hash.
 */
export function attemptOfForm(secret: string, input: object): AttemptId {
  return { attemptId: hashToken(`${secret}.${JSON.stringify(input)}`), isNotedWhenTaken: true };
}
