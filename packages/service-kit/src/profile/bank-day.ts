import { type AspspProfile, dayIn, dayOfTime } from '@xs2a/contracts';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';

/** Calendar day at a moment, `YYYY-MM-DD`, in the bank's time zone. */
export function bankDay(at: Date, { timeZone }: Pick<AspspProfile, 'timeZone'>): string {
  return dayIn(timeZone, at);
}

export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

/** Start of a day in the bank's time zone. */
export function startOfDay(day: string, { timeZone }: Pick<AspspProfile, 'timeZone'>): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime({ timeZone }).epochMilliseconds);
}

const MS_PER_SECOND = 1_000;

/** Cache of the next midnight by time zone: computing it costs more than reading an account may. */
const NEXT_MIDNIGHTS = new Map<string, { readonly day: string; readonly ms: number }>();

/** Seconds until the next day begins in the bank's time zone, rounded up, so that a client that waits this long is in the next day. */
export function secondsToNextDay(at: Date, profile: Pick<AspspProfile, 'timeZone'>): number {
  const { timeZone } = profile;
  const day = bankDay(at, profile);
  let next = NEXT_MIDNIGHTS.get(timeZone);
  if (next?.day !== day) {
    // With a clock change, a day may have 23 or 25 hours, or begin later than 00:00.
    next = { day, ms: Temporal.PlainDate.from(addDays(day, 1)).toZonedDateTime({ timeZone }).epochMilliseconds };
    NEXT_MIDNIGHTS.set(timeZone, next);
  }
  return Math.ceil((next.ms - at.getTime()) / MS_PER_SECOND);
}

const TIME = /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?$/i;
const MIDNIGHT_AS_END = /[T ]24:00(?::00(?:\.0+)?)?$/i;

/**
 * Converts a time from the bank to RFC 3339 in whole milliseconds. A time without an offset is in the bank's time zone and gets
 * its offset. Undefined if it is not a time.
 */
export function bankTime(said: string, { timeZone }: Pick<AspspProfile, 'timeZone'>): string | undefined {
  const [, local = '', offset] = TIME.exec(said.trim()) ?? [];
  try {
    // XML Schema and ISO 8601 permit 24:00 as the first moment of the next day.
    const isEnd = MIDNIGHT_AS_END.test(local);
    const time = Temporal.PlainDateTime.from(isEnd ? local.replace(MIDNIGHT_AS_END, 'T00:00') : local)
      .add({ days: isEnd ? 1 : 0 })
      .round({ smallestUnit: 'millisecond', roundingMode: 'trunc' });
    return `${time.toString()}${offset?.toUpperCase() ?? time.toZonedDateTime(timeZone).offset}`;
  } catch {
    return undefined;
  }
}

const DAY = z.iso.date();

/** Calendar day of a date or time from the bank, in its time zone; undefined if it is neither. */
export function bankDate(said: string, { timeZone }: Pick<AspspProfile, 'timeZone'>): string | undefined {
  return DAY.safeParse(dayOfTime(said.trim(), timeZone)).data;
}
