import { dayNumber, dayText } from '../../model/bank-day.ts';
import { SANDBOX_ACCOUNTS } from '../data/accounts.ts';
import { BUDGETS } from './budgets.ts';
import { cardHistory } from './card-history.ts';
import type { HistoricPosting } from './historic-posting.ts';
import { recurringHistory } from './recurring-history.ts';
import { spendingHistory } from './spending-history.ts';
import { uncommonHistory } from './uncommon-history.ts';

/** Number of days that the history covers. It ends the day before the seeding day: nothing is booked today. */
const HISTORY_DAYS = 400;

export interface History {
  readonly openingDay: string;
  /** Balance of each account before its first posting. */
  readonly openings: ReadonlyMap<string, bigint>;
  /** In booking order. */
  readonly postings: readonly HistoricPosting[];
}

/**
 * Generates the history of all sandbox accounts before a day. It is the same on every machine. It is planned backwards from
 * the opening balances, so that the sums match to the cent and no overdraft limit is exceeded.
 */
export function generateHistory(day: string): History {
  const today = dayNumber(day);
  const period = { first: today - HISTORY_DAYS, last: today - 1 };
  const postings = [...cardHistory(period), ...recurringHistory(period), ...uncommonHistory(period)];
  for (const budget of BUDGETS) postings.push(...spendingHistory(budget, period, postings));
  // The sort is stable: within a rank, postings keep the order in which they were planned.
  postings.sort((a, b) => a.day - b.day || a.rank - b.rank);
  const openings = new Map(SANDBOX_ACCOUNTS.map(({ id, openingBalance }) => [id, openingBalance]));
  for (const { accountId, amount } of postings.flatMap(({ legs }) => legs)) {
    const later = openings.get(accountId);
    if (later !== undefined) openings.set(accountId, later - amount);
  }
  return { openingDay: dayText(period.first - 1), openings, postings };
}
