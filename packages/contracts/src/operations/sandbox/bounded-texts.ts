import { z } from 'zod';

/** Longest PSU-ID, IBAN or id of a resource that a sandbox operation looks for. */
const ID_CHARACTERS_MAX = 100;

/** A text of one line: what programs cannot show or a database does not take is refused. */
export function lineOf(charactersMax: number): z.ZodString {
  return z
    .string()
    .max(charactersMax, `may have at most ${charactersMax} characters`)
    .regex(/^\P{C}*$/u, 'may have no control characters');
}

/** The id of something in the sandbox. */
export const SandboxId = lineOf(ID_CHARACTERS_MAX).min(1);
