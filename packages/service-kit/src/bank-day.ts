import type { AspspProfile } from '@xs2a/contracts';
import { Temporal } from 'temporal-polyfill';

/** One per time zone: making one costs more than a thousand uses, and every decision on a consent asks for the day. */
const DAYS = new Map<string, Intl.DateTimeFormat>();

/** The calendar day at a moment, `YYYY-MM-DD`, in the bank's time zone. */
export function bankDay(at: Date, { timeZone }: Pick<AspspProfile, 'timeZone'>): string {
  let day = DAYS.get(timeZone);
  if (day === undefined) {
    // Swedish dates are written as ISO 8601 has them.
    day = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
    DAYS.set(timeZone, day);
  }
  return day.format(at);
}

export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}
