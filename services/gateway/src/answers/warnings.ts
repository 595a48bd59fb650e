import type { Call, Warning } from '../request/call.ts';

/** Returns the warnings of a request and of its answer, for the body of a success (message code WARNING, decision 11). */
export function warningsOf({ warnings = [] }: Pick<Call, 'warnings'>, ofAnswer: readonly Warning[] = []) {
  const all = [...warnings, ...ofAnswer];
  if (all.length === 0) return {};
  return { tppMessages: all.map((warning) => ({ category: 'WARNING', code: 'WARNING', ...warning })) };
}
