import type { Warning } from '../request/call.ts';

const TEXT =
  'has characters that the payment product lacks and was transliterated: the content of the payment is what the bank executes';

/** Returns a warning for each text that the bank will execute transliterated. */
export function transliterationWarnings(paths: readonly string[] = []): Warning[] {
  return paths.map((path) => ({ path, text: TEXT }));
}
