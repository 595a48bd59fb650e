import type { Call, Warning } from '../request/call.ts';

/** The warnings of a request, and of its answer, as part of the body of its success (message code WARNING, decision 11). */
export function warningsOf({ warnings = [] }: Pick<Call, 'warnings'>, ofAnswer: readonly Warning[] = []) {
  const all = [...warnings, ...ofAnswer];
  if (all.length === 0) return {};
  return { tppMessages: all.map((warning) => ({ category: 'WARNING', code: 'WARNING', ...warning })) };
}
