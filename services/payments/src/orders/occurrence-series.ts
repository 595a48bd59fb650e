import type { AspspProfile, StandingOrderTerms } from '@xs2a/contracts';
import { addDays } from '@xs2a/service-kit';
import { executionTimesOf, timeOfDay } from '../calendar/execution-day.ts';
import type { Series } from '../calendar/occurrences.ts';
import type { StoredOrderOf } from '../model/stored-order.ts';

export type StandingOrder = StoredOrderOf<'periodic-payments'>;

/** Returns the schedule of a standing order. If the TPP omits the execution rule, the bank's rule applies. */
export function occurrenceSeries(profile: AspspProfile, { paymentProduct, body }: StandingOrder): Series {
  const { startDate, frequency, dayOfExecution, monthsOfExecution } = body;
  return {
    startDate,
    endDate: lastDay(profile, body),
    frequency,
    dayOfExecution,
    monthsOfExecution,
    bankingDays: executionTimesOf(profile, paymentProduct).bankingDays,
    executionRule: body.executionRule ?? profile.executionRule,
  };
}

/** Whether an execution that is due today is due now: with `startDateTime` it has a time of the day, else it is due at once. */
export function isTimeOfExecution(
  { timeZone }: Pick<AspspProfile, 'timeZone'>,
  { body: { startDateTime } }: StandingOrder,
  at: Date,
): boolean {
  return startDateTime === undefined || timeOfDay(at, timeZone) >= timeOfDay(new Date(startDateTime), timeZone);
}

/** Returns the last day with an execution: the day before that of `endDateTime`, if that is earlier in the day than the executions. */
function lastDay(
  { timeZone }: Pick<AspspProfile, 'timeZone'>,
  { startDateTime, endDate, endDateTime }: StandingOrderTerms,
): string | undefined {
  if (endDate === undefined || endDateTime === undefined || startDateTime === undefined) return endDate;
  const timeOf = (time: string): string => timeOfDay(new Date(time), timeZone);
  return timeOf(endDateTime) < timeOf(startDateTime) ? addDays(endDate, -1) : endDate;
}
