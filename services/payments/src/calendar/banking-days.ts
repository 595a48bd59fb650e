import type { ExecutionTimes } from '@xs2a/contracts';
import { Temporal } from 'temporal-polyfill';

/** Rule for banking days. */
export type BankingDays = ExecutionTimes['bankingDays'];

const SATURDAY = 6;

/** Days closed every year, as `MM-DD`. */
const FIXED_CLOSED = {
  /** TARGET closing days (decision ECB/2000/12), without Good Friday and Easter Monday. */
  target: ['01-01', '05-01', '12-25', '12-26'],
  /** Croatian public holidays (NN 110/2019), without Easter, Easter Monday and Corpus Christi. */
  croatian: ['01-01', '01-06', '05-01', '05-30', '06-22', '08-05', '08-15', '11-01', '11-18', '12-25', '12-26'],
} as const;

/** Closing days counted from Easter Sunday. */
const MOVABLE_CLOSED = { target: [-2, 1], croatian: [0, 1, 60] } as const;

/** Returns Easter Sunday of a Gregorian year (the anonymous algorithm as given by Meeus). */
export function easterSunday(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const inCentury = year % 100;
  const correction = century - Math.floor(century / 4) - Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + correction + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const days = epact + toSunday - 7 * late + 114;
  return new Temporal.PlainDate(year, Math.floor(days / 31), (days % 31) + 1).toString();
}

function isClosed(calendar: keyof typeof FIXED_CLOSED, day: string): boolean {
  if ((FIXED_CLOSED[calendar] as readonly string[]).includes(day.slice(5))) return true;
  const easter = Temporal.PlainDate.from(easterSunday(Number(day.slice(0, 4))));
  return MOVABLE_CLOSED[calendar].some((days) => easter.add({ days }).toString() === day);
}

/** Whether payments are executed on a day. */
export function isBankingDay(calendar: BankingDays, day: string): boolean {
  if (calendar === 'every') return true;
  if (Temporal.PlainDate.from(day).dayOfWeek >= SATURDAY || isClosed('target', day)) return false;
  return calendar === 'target' || !isClosed('croatian', day);
}

/** Returns the day itself if it is a banking day, otherwise the next or the previous one. */
export function nearestBankingDay(calendar: BankingDays, day: string, rule: 'following' | 'preceding'): string {
  let date = Temporal.PlainDate.from(day);
  while (!isBankingDay(calendar, date.toString())) date = date.add({ days: rule === 'following' ? 1 : -1 });
  return date.toString();
}
