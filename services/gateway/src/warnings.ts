import type { Call } from './call.ts';

/** Something that a TPP should put right and that is not refused; `path` names the header. */
export interface Warning {
  readonly path: string;
  readonly text: string;
}

/** Warnings as part of the body of a success (Implementation Guidelines, Message Code). */
export function warningsOf({ warnings }: Pick<Call, 'warnings'>) {
  if (warnings === undefined) return {};
  return { tppMessages: warnings.map((warning) => ({ category: 'WARNING', code: 'WARNING', ...warning })) };
}
