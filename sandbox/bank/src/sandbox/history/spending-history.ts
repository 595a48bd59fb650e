import { dayText } from '../../model/bank-day.ts';
import { SANDBOX_ACCOUNTS } from '../data/accounts.ts';
import { cardPurchase, cashWithdrawal, transferFrom, transferTo } from '../data/entry-details.ts';
import { payee } from '../data/payees.ts';
import type { Budget } from './budgets.ts';
import {
  fridayBeforeWeekend,
  type HistoricPosting,
  mondays,
  monthly,
  type Period,
  postingAgainst,
  RANK,
} from './historic-posting.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';
import { PURCHASE_LEAST, pickShops, splitOver } from './split-amount.ts';

const CASH_AMOUNTS = [2_000, 4_000, 5_000, 10_000] as const;
/** The largest share of free spending that is withdrawn as cash. */
const CASH_SHARE_MOST = 0.3;

/** From one income to the day before the next. Amounts in minor units. */
interface Segment {
  readonly first: number;
  readonly last: number;
  readonly income: number;
  readonly visits: number;
  /** Bills minus other incoming amounts, which are known in advance. */
  readonly fixed: number;
  /** Free spending, chosen so that the balances match. */
  spent: number;
}

/** Income and daily spending of a current account, in addition to the postings planned for it. */
export function spendingHistory(
  budget: Budget,
  period: Period,
  planned: readonly HistoricPosting[],
): HistoricPosting[] {
  const chance = seededRandom(budget.accountId);
  const segments = planSegments(budget, period, planned, chance);
  return segments.flatMap((segment) => [
    ...incomeOf(budget, segment, chance),
    ...cashOf(budget, segment, chance),
    ...visitsOf(budget, segment, chance),
  ]);
}

/**
 * Plans backwards from the opening balance. The balance just before each income stays between the budget's lowest and
 * highest, and free spending balances each segment. Within a segment all debits follow the income, so that its last balance
 * is its lowest.
 */
function planSegments(
  budget: Budget,
  period: Period,
  planned: readonly HistoricPosting[],
  chance: SeededRandom,
): Segment[] {
  const segments = emptySegments(budget, period, planned, chance);
  const account = SANDBOX_ACCOUNTS.find(({ id }) => id === budget.accountId);
  let after = Number(account?.openingBalance);
  for (const segment of segments.toReversed()) {
    const days = segment.last - segment.first + 1;
    const usual = Math.round(days * budget.spentPerDay * (0.85 + chance.next() * 0.3));
    const leastSpent = segment.visits * PURCHASE_LEAST * 2;
    const wished = after - segment.income + segment.fixed + usual;
    const bounded = Math.min(Math.max(wished, budget.lowest), Math.max(budget.highest, after));
    const before = Math.max(bounded, after - segment.income + segment.fixed + leastSpent);
    segment.spent = segment.income + before - after - segment.fixed;
    after = before;
  }
  return segments;
}

function emptySegments(
  budget: Budget,
  period: Period,
  planned: readonly HistoricPosting[],
  chance: SeededRandom,
): Segment[] {
  const { on, least, most } = budget.income;
  const afterFirst = { first: period.first + 1, last: period.last };
  const paydays =
    on === 'monday'
      ? mondays(afterFirst)
      : monthly(afterFirst, on.dayOfMonth)
          .map(fridayBeforeWeekend)
          .filter((day) => day > period.first);
  const legs = planned.flatMap((posting) =>
    posting.legs
      .filter(({ accountId }) => accountId === budget.accountId)
      .map(({ amount }) => ({ day: posting.day, amount })),
  );
  return [period.first, ...paydays].map((first, index) => {
    const last = (paydays[index] ?? period.last + 1) - 1;
    const ofSegment = legs.filter(({ day }) => first <= day && day <= last);
    return {
      first,
      last,
      income: index === 0 ? 0 : chance.between(least, most),
      visits: Math.max(1, Math.round((last - first + 1) * budget.visitsPerDay)),
      fixed: -ofSegment.reduce((sum, { amount }) => sum + Number(amount), 0),
      spent: 0,
    };
  });
}

function incomeOf({ accountId, income }: Budget, segment: Segment, chance: SeededRandom): HistoricPosting[] {
  if (segment.income === 0) return [];
  const { from, parts, remittance, purposeCode } = income;
  const equal = Math.floor(segment.income / parts / 100) * 100;
  return Array.from({ length: parts }, (_, index) => {
    const amount = index === 0 ? segment.income - equal * (parts - 1) : equal;
    const details = transferFrom(chance.pick(from), remittance, purposeCode);
    return postingAgainst('clearing', {
      accountId,
      day: segment.first,
      rank: RANK.income,
      amount: BigInt(amount),
      details,
    });
  });
}

function cashOf({ accountId, cashPerMonth }: Budget, segment: Segment, chance: SeededRandom): HistoricPosting[] {
  const days = segment.last - segment.first + 1;
  const withdrawals: HistoricPosting[] = [];
  let left = segment.spent * CASH_SHARE_MOST;
  for (let count = Math.round((cashPerMonth * days) / 30); count > 0; count--) {
    const amount = chance.pick(CASH_AMOUNTS);
    const day = chance.between(segment.first, segment.last);
    left -= amount;
    if (left < 0) break;
    segment.spent -= amount;
    const details = cashWithdrawal(dayText(day));
    withdrawals.push(postingAgainst('cash', { accountId, day, rank: RANK.visit, amount: BigInt(-amount), details }));
  }
  return withdrawals;
}

function visitsOf({ accountId, shops, paidBy }: Budget, segment: Segment, chance: SeededRandom): HistoricPosting[] {
  const visited = pickShops(shops, segment.visits, chance);
  return splitOver(visited, segment.spent, chance).map(({ shop, amount: spent }) => {
    const day = chance.between(segment.first, segment.last);
    const entry = { accountId, day, rank: RANK.visit, amount: BigInt(-spent) };
    if (paidBy === 'card') return postingAgainst('cardScheme', { ...entry, details: cardPurchase(shop, dayText(day)) });
    const number = String(shops.indexOf(shop)).padStart(4, '0');
    const creditor = payee(shop.name, '999101', `11006${number}`);
    return postingAgainst('clearing', { ...entry, details: transferTo(creditor, `Račun ${number}-${dayText(day)}`) });
  });
}
