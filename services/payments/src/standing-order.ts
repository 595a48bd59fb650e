import { type AspspProfile, putStandingOrder } from '@xs2a/contracts';
import { type OutboxEntry, outboxEntry } from '@xs2a/service-kit';
import { executionTimesOf } from './execution-day.ts';
import type { Series } from './occurrences.ts';
import type { Payment } from './payment.ts';
import type { StoredOrderOf } from './stored-order.ts';

export type StandingOrder = StoredOrderOf<'periodic-payments'>;

/** What the bank shows among an account's standing orders, or shows no more. */
export function standingOrderNews(
  payment: Payment,
  { body }: StandingOrder,
  { active, at }: { active: boolean; at: Date },
): OutboxEntry {
  const { _id: paymentId, psuId = '' } = payment;
  return outboxEntry(putStandingOrder, { paymentId, psuId, active, body }, at);
}

/** The days of a standing order, with what it leaves to the bank. */
export function seriesOf(profile: AspspProfile, { paymentProduct, body }: StandingOrder): Series {
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
