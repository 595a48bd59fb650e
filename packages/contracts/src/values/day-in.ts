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

/** The calendar day at a moment in a time zone, `YYYY-MM-DD`. Throws a RangeError where the moment is invalid. */
export function dayIn(timeZone: string, at: Date): string {
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
