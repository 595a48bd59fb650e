import type { AspspProfile } from '@xs2a/contracts';
import { executionTimesOf } from '../calendar/execution-day.ts';
import type { Series } from '../calendar/occurrences.ts';
import type { StoredOrderOf } from '../model/stored-order.ts';

export type StandingOrder = StoredOrderOf<'periodic-payments'>;

/** Returns the schedule of a standing order. If the TPP omits the execution rule, the bank's rule applies. */
export function occurrenceSeries(profile: AspspProfile, { paymentProduct, body }: StandingOrder): Series {
  const { startDate, endDate, frequency, dayOfExecution, monthsOfExecution } = body;
  return {
    startDate,
    endDate,
    frequency,
    dayOfExecution,
    monthsOfExecution,
    bankingDays: executionTimesOf(profile, paymentProduct).bankingDays,
    executionRule: body.executionRule ?? profile.executionRule,
  };
}
