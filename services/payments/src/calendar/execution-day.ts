import { type AspspProfile, type ExecutionTimes, type PaymentProduct, Xs2aError } from '@xs2a/contracts';
import { addDays, bankDay } from '@xs2a/service-kit';
import { Temporal } from 'temporal-polyfill';
import { isBankingDay, nearestBankingDay } from './banking-days.ts';

const AT_ANY_TIME: ExecutionTimes = { bankingDays: 'every', bookedAtOnce: true };

type DayProfile = Pick<AspspProfile, 'executionTimes' | 'timeZone'>;

/** Returns the bank's execution times for a product. */
export function executionTimesOf(profile: DayProfile, product: PaymentProduct): ExecutionTimes {
  return profile.executionTimes[product] ?? AT_ANY_TIME;
}

export interface ExecutionDay {
  readonly executeOn: string;
  /** Whether it differs from the requested day. */
  readonly changed: boolean;
}

/** Returns the day on which a payment that is ready now is submitted to the bank. */
export function executionDay(
  profile: DayProfile,
  { product, requested, at }: { product: PaymentProduct; requested: string | undefined; at: Date },
): ExecutionDay {
  const times = executionTimesOf(profile, product);
  const today = bankDay(at, profile);
  if (requested === undefined) {
    return { executeOn: times.bookedAtOnce ? today : earliestDay(times, today, at, profile), changed: false };
  }
  const earliest = earliestDay(times, today, at, profile);
  const wanted = requested > earliest ? requested : earliest;
  const executeOn = nearestBankingDay(times.bankingDays, wanted, 'following');
  return { executeOn, changed: executeOn !== requested };
}

/** Returns today until the cut-off time, afterwards the next banking day (Directive 2015/2366 Art. 78). */
function earliestDay(
  { bankingDays, cutOff }: ExecutionTimes,
  today: string,
  at: Date,
  { timeZone }: Pick<AspspProfile, 'timeZone'>,
): string {
  const isOver = cutOff !== undefined && isBankingDay(bankingDays, today) && timeOfDay(at, timeZone) >= cutOff;
  return nearestBankingDay(bankingDays, isOver ? addDays(today, 1) : today, 'following');
}

/** Returns the time on the bank's clock, HH:MM. */
export function timeOfDay(at: Date, timeZone: string): string {
  const time = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainTime();
  return time.toString({ smallestUnit: 'minute' });
}

/** Refuses a day in the past, beyond the horizon or, depending on the profile, outside banking days. */
export function refuseImpossibleDay(
  profile: AspspProfile,
  {
    product,
    requested,
    at,
    path = 'requestedExecutionDate',
  }: { product: PaymentProduct; requested: string | undefined; at: Date; path?: string },
): void {
  if (requested === undefined) return;
  const today = bankDay(at, profile);
  const latest = addDays(today, profile.limits.executionHorizonDays);
  if (requested < today || requested > latest) {
    throw new Xs2aError('executionDateInvalid', { path, text: `must be a day from ${today} to ${latest}` });
  }
  const { executeOn, changed } = executionDay(profile, { product, requested, at });
  if (changed && profile.nonBankingDay === 'reject') {
    const text = `is not a day on which ${product} can be executed; the next one is ${executeOn}`;
    throw new Xs2aError('executionDateInvalid', { path, text });
  }
}
