import type { AspspProfile } from '@xs2a/contracts';
import { Temporal } from 'temporal-polyfill';

/** Days begin with a minute of UTC, in every zone since 1973 (IANA Time Zone Database). */
const MINUTE_MS = 60_000;

interface Days {
  /** Making one costs more than a thousand uses. */
  readonly format: Intl.DateTimeFormat;
  /** The minute that was asked for last, counted from 1970, and its day: each read asks for the day of now, often twice. */
  minute: number;
  day: string;
}

const DAYS = new Map<string, Days>();

/** The calendar day at a moment, `YYYY-MM-DD`, in the bank's time zone. */
export function bankDay(at: Date, { timeZone }: Pick<AspspProfile, 'timeZone'>): string {
  const minute = Math.floor(at.getTime() / MINUTE_MS);
  let days = DAYS.get(timeZone);
  if (days === undefined) {
    // Swedish dates are written as ISO 8601 has them.
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
    DAYS.set(timeZone, (days = { format, minute: Number.NaN, day: '' }));
  }
  if (days.minute !== minute) {
    days.day = days.format.format(at);
    days.minute = minute;
  }
  return days.day;
}

export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

/** When a day begins in the bank's time zone. */
export function startOfDay(day: string, { timeZone }: Pick<AspspProfile, 'timeZone'>): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime({ timeZone }).epochMilliseconds);
}

const MS_PER_SECOND = 1_000;

/** The next beginning of a day by time zone: reckoning it costs more than a read of an account may. */
const NEXT_MIDNIGHTS = new Map<string, { readonly day: string; readonly ms: number }>();

/** Seconds until the next day begins in the bank's time zone, rounded up: who waits that long is in it. */
export function secondsToNextDay(at: Date, profile: Pick<AspspProfile, 'timeZone'>): number {
  const { timeZone } = profile;
  const day = bankDay(at, profile);
  let next = NEXT_MIDNIGHTS.get(timeZone);
  if (next?.day !== day) {
    // Of days with a change of the clock some are 23 or 25 hours long, and some begin later than at 00:00.
    next = { day, ms: Temporal.PlainDate.from(addDays(day, 1)).toZonedDateTime({ timeZone }).epochMilliseconds };
    NEXT_MIDNIGHTS.set(timeZone, next);
  }
  return Math.ceil((next.ms - at.getTime()) / MS_PER_SECOND);
}
