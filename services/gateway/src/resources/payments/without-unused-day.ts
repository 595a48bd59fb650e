import type { FrequencyCode } from '@xs2a/contracts';
import { type Call, warn } from '../../request/call.ts';

/** Frequencies that count from `startDate` and use no day of the month (decision 24). */
const FROM_START: readonly (FrequencyCode | undefined)[] = ['Daily', 'Weekly', 'EveryTwoWeeks'];

/** Returns the body of a standing order without a `dayOfExecution` that its frequency does not use. A warning names it. */
export function withoutUnusedDay(call: Pick<Call, 'body' | 'warnings'>): Pick<Call, 'body'> {
  const sent = (call.body ?? {}) as { frequency?: FrequencyCode; dayOfExecution?: unknown };
  if (sent.dayOfExecution === undefined || !FROM_START.includes(sent.frequency)) return call;
  warn(call, 'dayOfExecution', `is ignored: ${sent.frequency} counts from startDate`);
  const { dayOfExecution: _, ...body } = sent;
  return { body };
}
