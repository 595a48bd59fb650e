import { dayOfMonth, weekday } from '../../model/bank-day.ts';
import type { EntryDetails } from '../../model/entry.ts';
import { type InternalAccount, internalAccountId } from '../../model/internal-account.ts';

/** One side of a historic posting. Details are for a customer's statement; the bank's own accounts have none. */
interface HistoricLeg {
  readonly accountId: string;
  readonly amount: bigint;
  readonly details?: EntryDetails;
}

/** Two legs that sum to zero. `rank` orders postings of one day: incoming amounts are booked first. */
export interface HistoricPosting {
  readonly day: number;
  readonly rank: number;
  readonly legs: readonly [HistoricLeg, HistoricLeg];
}

/** First and last day of the history, as day numbers. */
export interface Period {
  readonly first: number;
  readonly last: number;
}

export const RANK = { income: 0, bill: 1, visit: 2 } as const;

/** Returns a customer's posting against an account of the bank. The sign of the amount is the customer's. */
export function postingAgainst(
  kind: InternalAccount,
  entry: { accountId: string; day: number; rank: number; amount: bigint; details: EntryDetails },
): HistoricPosting {
  const { accountId, day, rank, amount, details } = entry;
  const currency = accountId.slice(-3);
  return {
    day,
    rank,
    legs: [
      { accountId, amount, details },
      { accountId: internalAccountId(kind, currency), amount: -amount },
    ],
  };
}

/** Returns the days of a period that fall on a day of the month. */
export function monthly({ first, last }: Period, day: number): number[] {
  return daysOf({ first, last }).filter((number) => dayOfMonth(number) === day);
}

export function mondays(period: Period): number[] {
  return daysOf(period).filter((number) => weekday(number) === 1);
}

/** Returns the same day, or the Friday before a weekend: wages are paid early rather than late. */
export function fridayBeforeWeekend(number: number): number {
  const day = weekday(number);
  return day === 6 ? number - 1 : day === 0 ? number - 2 : number;
}

function daysOf({ first, last }: Period): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
