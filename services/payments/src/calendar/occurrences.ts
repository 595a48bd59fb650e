import type { FrequencyCode, PeriodicPayment } from '@xs2a/contracts';
import { Temporal } from 'temporal-polyfill';
import { type BankingDays, nearestBankingDay } from './banking-days.ts';

/** Schedule of a standing order (decision 24). */
export type Series = Pick<
  PeriodicPayment,
  'startDate' | 'endDate' | 'frequency' | 'dayOfExecution' | 'monthsOfExecution'
> & { readonly bankingDays: BankingDays; readonly executionRule: 'following' | 'preceding' };

/** One execution: the date that follows from the order, and the banking day on which it is executed. */
interface Occurrence {
  readonly date: string;
  readonly executeOn: string;
}

type Step = { readonly days: number } | { readonly months: number };

const STEPS: Record<FrequencyCode, Step> = {
  Daily: { days: 1 },
  Weekly: { days: 7 },
  EveryTwoWeeks: { days: 14 },
  Monthly: { months: 1 },
  EveryTwoMonths: { months: 2 },
  Quarterly: { months: 3 },
  SemiAnnual: { months: 6 },
  Annual: { months: 12 },
  // Every month is considered; those that are not listed are skipped.
  MonthlyVariable: { months: 1 },
};

/** Whether a frequency counts in months and so has a day of execution. Other frequencies count days from the start. */
export function isByMonth(frequency: FrequencyCode): boolean {
  return 'months' in STEPS[frequency];
}

/**
 * Returns the first occurrence, or the first after an earlier one; undefined if none remains. Nothing is executed before
 * startDate or after endDate, both inclusive: a shift that would leave this period goes in the other direction.
 */
export function nextOccurrence(series: Series, after?: string): Occurrence | undefined {
  const days = 'days' in STEPS[series.frequency] ? daysFrom(series, after) : monthDaysFrom(series, after);
  for (const date of days) {
    if (series.endDate !== undefined && date > series.endDate) return undefined;
    const executeOn = executionDayOf(series, date);
    if (executeOn !== undefined) return { date, executeOn };
  }
  return undefined;
}

/** Generates days at a fixed interval from the start. */
function* daysFrom({ startDate, frequency }: Series, after: string | undefined): Generator<string> {
  const step = STEPS[frequency] as { days: number };
  const start = Temporal.PlainDate.from(startDate);
  const passed = after === undefined || after < startDate ? -1 : start.until(after).days / step.days;
  for (let count = Math.floor(passed) + 1; ; count++) yield start.add({ days: count * step.days }).toString();
}

/** Generates the same day of months at a fixed interval, from the first one not before the start. */
function* monthDaysFrom(series: Series, after: string | undefined): Generator<string> {
  const { startDate, frequency, dayOfExecution, monthsOfExecution } = series;
  const step = STEPS[frequency] as { months: number };
  const start = Temporal.PlainDate.from(startDate);
  const day = dayOfExecution === undefined ? start.day : Number(dayOfExecution);
  const months = frequency === 'MonthlyVariable' ? new Set((monthsOfExecution ?? []).map(Number)) : undefined;
  let month = start.toPlainYearMonth();
  if (dayOf(month, day) < startDate) month = month.add({ months: 1 });
  for (; ; month = month.add({ months: step.months })) {
    const date = dayOf(month, day);
    if ((after === undefined || date > after) && (months === undefined || months.has(month.month))) yield date;
  }
}

/** Returns a day of a month; the last day if the month is shorter (31 always means the last day). */
function dayOf(month: Temporal.PlainYearMonth, day: number): string {
  return month.toPlainDate({ day: Math.min(day, month.daysInMonth) }).toString();
}

function executionDayOf(series: Series, date: string): string | undefined {
  const { startDate, endDate, bankingDays, executionRule } = series;
  const rules =
    executionRule === 'following' ? (['following', 'preceding'] as const) : (['preceding', 'following'] as const);
  return rules
    .map((rule) => nearestBankingDay(bankingDays, date, rule))
    .find((day) => day >= startDate && (endDate === undefined || day <= endDate));
}
