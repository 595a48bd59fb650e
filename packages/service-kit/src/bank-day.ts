import type { AspspProfile } from '@xs2a/contracts';
import { Temporal } from 'temporal-polyfill';

/** The calendar day at a moment, `YYYY-MM-DD`, in the bank's time zone. */
export function bankDay(at: Date, { timeZone }: Pick<AspspProfile, 'timeZone'>): string {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}
