import { addDays } from '@xs2a/service-kit';

/** Format `2026-Q4`. */
const QUARTER = /^(20\d{2})-Q([1-4])$/;
const MONTHS = 3;

/** Returns the first and last day of a quarter, or undefined for any other text. */
export function daysOfQuarter(quarter: string): { first: string; last: string } | undefined {
  const [, year, number] = QUARTER.exec(quarter) ?? [];
  if (year === undefined || number === undefined) return undefined;
  const month = (Number(number) - 1) * MONTHS;
  const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
  return {
    first: dayOf(Date.UTC(Number(year), month)),
    last: addDays(dayOf(Date.UTC(Number(year), month + MONTHS)), -1),
  };
}

export function quarterOf(day: string): string {
  return `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / MONTHS)}`;
}

/** Returns all quarters between two days, newest first. */
export function quartersBetween(first: string, last: string): string[] {
  const quarters: string[] = [];
  for (let day = last; quarterOf(day) >= quarterOf(first); ) {
    quarters.push(quarterOf(day));
    day = addDays(daysOfQuarter(quarterOf(day))?.first ?? day, -1);
  }
  return quarters;
}
