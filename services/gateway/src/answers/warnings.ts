import type { Call } from '../request/call.ts';

/** The warnings of a request as part of the body of its success (message code WARNING, decision 11). */
export function warningsOf({ warnings }: Pick<Call, 'warnings'>) {
  if (warnings === undefined) return {};
  return { tppMessages: warnings.map((warning) => ({ category: 'WARNING', code: 'WARNING', ...warning })) };
}
