/** Days begin at a full minute of UTC in every time zone since 1973 (IANA Time Zone Database). */
const MINUTE_MS = 60_000;

interface Days {
  /** Cached, because creating one costs more than a thousand uses. */
  readonly format: Intl.DateTimeFormat;
  /** Cache of the last requested minute since 1970 and its day, because each read needs the current day, often twice. */
  minute: number;
  day: string;
}

const DAYS = new Map<string, Days>();

/** Calendar day at a moment in a time zone, `YYYY-MM-DD`. Throws a RangeError if the date is invalid. */
export function dayIn(timeZone: string, at: Date): string {
  const minute = Math.floor(at.getTime() / MINUTE_MS);
  let days = DAYS.get(timeZone);
  if (days === undefined) {
    // The Swedish date format is that of ISO 8601.
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
 * Calendar day of an XML Schema date or time in a time zone, `YYYY-MM-DD`. A time without an offset is local; if the zone is
 * unknown, every time is.
 */
export function dayOfTime(text: string, timeZone: string | undefined): string {
  const at = timeZone !== undefined && text.includes('T') && OFFSET.test(text) ? new Date(text) : undefined;
  return timeZone === undefined || at === undefined || Number.isNaN(at.getTime())
    ? text.slice(0, DAY_CHARACTERS)
    : dayIn(timeZone, at);
}
