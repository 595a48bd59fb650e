import { type AspspProfile, dayIn } from '@xs2a/contracts';
import { Temporal } from 'temporal-polyfill';

/** The calendar day at a moment, `YYYY-MM-DD`, in the bank's time zone. */
export function bankDay(at: Date, { timeZone }: Pick<AspspProfile, 'timeZone'>): string {
  return dayIn(timeZone, at);
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
