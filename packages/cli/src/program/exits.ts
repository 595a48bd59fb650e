import type { EXIT_CODES } from '@xs2a/service-kit';
import type { Command, ExitCodeText } from '../command/command.ts';

/** Not imported, because help and completion load no code of a service. */
export const CODES: typeof EXIT_CODES = { done: 0, failed: 1, unusable: 2, away: 3, faulty: 70 };

/** Returns the meanings of all exit codes of a command. */
export function meaningsOf({ exits }: Command): Readonly<Record<number, string>> {
  const named = Object.entries(exits).map(([code, end]) => [code, typeof end === 'string' ? end : end.means] as const);
  return {
    [CODES.done]: 'done',
    [CODES.unusable]: 'an argument, a file or a setting is wrong',
    [CODES.faulty]: 'an error of the command itself',
    ...Object.fromEntries(named),
  };
}

/** Returns the next step of the caller when a command ended with a code other than 0. */
export function nextOf(words: string, { exits }: Command, code: number): string {
  const ends: Readonly<Record<number, string | ExitCodeText | undefined>> = exits;
  const end = ends[code];
  if (typeof end === 'object') return end.next;
  return code === CODES.unusable
    ? `xs2a ${words} --help tells how it is used.`
    : 'Run it again. If it fails again, report it with the line above.';
}
