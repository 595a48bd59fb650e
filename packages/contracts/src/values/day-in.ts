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

const DAY_CHARACTERS = 'YYYY-MM-DD'.length;
const OFFSET = /(?:Z|[+-]\d\d:\d\d)$/;

/**
 * The calendar day in a time zone of a date or time of XML Schema, `YYYY-MM-DD`. A time without an offset is on the clock of that
 * zone, as every time is where the zone is not known.
 */
export function dayOfTime(text: string, timeZone: string | undefined): string {
  const at = timeZone !== undefined && text.includes('T') && OFFSET.test(text) ? new Date(text) : undefined;
  return timeZone === undefined || at === undefined || Number.isNaN(at.getTime())
    ? text.slice(0, DAY_CHARACTERS)
    : dayIn(timeZone, at);
}
