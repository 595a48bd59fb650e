import { z } from 'zod';

/** Maximum length of a PSU-ID, IBAN or resource id that a sandbox operation searches for. */
const ID_CHARACTERS_MAX = 100;

/** A text of one line: characters that cannot be displayed or stored are refused. */
export function lineOf(charactersMax: number): z.ZodString {
  return z
    .string()
    .max(charactersMax, `may have at most ${charactersMax} characters`)
    .regex(/^\P{C}*$/u, 'may have no control characters');
}

/** Id of an object in the sandbox. */
export const SandboxId = lineOf(ID_CHARACTERS_MAX).min(1);
