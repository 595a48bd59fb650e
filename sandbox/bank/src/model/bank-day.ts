import { bankDay } from '@xs2a/service-kit';

const MS_PER_DAY = 86_400_000;

/** The time zone of the sandbox bank. */
export const ZAGREB = { timeZone: 'Europe/Zagreb' };

/** Returns the bank's calendar day `YYYY-MM-DD` of a moment: bookings are dated in Europe/Zagreb (decision 18). */
export function bankDayOf(moment: Date): string {
  return bankDay(moment, ZAGREB);
}

/** Converts a calendar day to a number of days, for arithmetic. */
export function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / MS_PER_DAY;
}

export function dayText(number: number): string {
  return new Date(number * MS_PER_DAY).toISOString().slice(0, 10);
}

export function dayOfMonth(number: number): number {
  return new Date(number * MS_PER_DAY).getUTCDate();
}

/** Returns the weekday; 0 is Sunday. */
export function weekday(number: number): number {
  return new Date(number * MS_PER_DAY).getUTCDay();
}
