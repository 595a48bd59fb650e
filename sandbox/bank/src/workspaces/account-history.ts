import { type AccountWish, toMinorUnits } from '@xs2a/contracts';
import { dayNumber, dayText } from '../model/bank-day.ts';
import type { EntryDetails } from '../model/entry.ts';
import {
  cardPurchase,
  creditCardPurchase,
  directDebit,
  interest,
  transferFrom,
  transferTo,
} from '../sandbox/data/entry-details.ts';
import { ELECTRICITY, EMPLOYER, LANDLORD, TELEPHONE, TOWN_SHOPS, TRAVEL_SHOPS } from '../sandbox/data/payees.ts';
import { monthly } from '../sandbox/history/historic-posting.ts';
import { type SeededRandom, seededRandom } from '../sandbox/history/seeded-random.ts';
import { pickShops, splitOver } from '../sandbox/history/split-amount.ts';

const PAYDAY = 10;
const RENT_AFTER_DAYS = 2;
const VISITS_PER_MONTH = 18;
/** Minor units spent in a month without a salary. */
const SPENT_WITHOUT_SALARY = 30_000;
const CARD_SPENT = { least: 20_000, most: 60_000 } as const;
const SAVED_PER_MONTH = 10_000n;
const DAYS_OF_LONGEST_MONTH = 31;

export interface HistoricEntry {
  readonly day: number;
  readonly amount: bigint;
  readonly details: EntryDetails;
}

/** From one payday to the day before the next. */
interface Cycle {
  readonly first: number;
  readonly last: number;
  readonly isLast: boolean;
}

/**
 * Returns the booked entries of an account before a day, oldest first, as requested by its developer. The same account and day
 * always give the same entries. A month with a salary spends its amount, so that the balance before each payday is the requested
 * one.
 */
export function accountHistory(accountId: string, wish: AccountWish, day: string): HistoricEntry[] {
  const chance = seededRandom(accountId);
  const entries = cyclesOf(wish.months, day).flatMap((cycle) => entriesOf(accountId, wish, cycle, chance));
  return entries.toSorted((a, b) => a.day - b.day || Number(b.amount > 0n) - Number(a.amount > 0n));
}

/** Returns the present balance of an account; negative for a card. */
export function wishedBalance({ kind, balance, currency }: AccountWish): bigint {
  const units = toMinorUnits({ amount: balance, currency });
  return kind === 'card' ? -units : units;
}

function cyclesOf(months: number, day: string): Cycle[] {
  const yesterday = dayNumber(day) - 1;
  const first = yesterday - (months + 1) * DAYS_OF_LONGEST_MONTH;
  const paydays = months === 0 ? [] : monthly({ first, last: yesterday }, PAYDAY).slice(-months);
  return paydays.map((payday, index) => {
    const next = paydays[index + 1];
    return { first: payday, last: (next ?? yesterday + 1) - 1, isLast: next === undefined };
  });
}

function entriesOf(accountId: string, wish: AccountWish, cycle: Cycle, chance: SeededRandom): HistoricEntry[] {
  if (wish.kind === 'savings') return savings(cycle);
  if (wish.kind === 'card') return purchasesOfCard(wish, cycle, chance);
  const fixed = [...incomeOf(wish, cycle), ...billsOf(accountId, wish, cycle, chance)];
  const left = fixed.reduce((sum, { amount }) => sum + amount, 0n);
  const spent = wish.salary === undefined ? SPENT_WITHOUT_SALARY : Number(left > 0n ? left : 0n);
  const visits = visitsOf(spent);
  const shops = splitOver(pickShops(TOWN_SHOPS, visits, chance), spent, chance);
  const purchases = shops.map(({ shop, amount }) => {
    const day = chance.between(cycle.first, cycle.last);
    return { day, amount: BigInt(-amount), details: cardPurchase(shop, dayText(day)) };
  });
  return [...fixed, ...purchases];
}

/** Returns the number of purchases, fewer if little is spent: each costs something. */
function visitsOf(spent: number): number {
  return Math.min(VISITS_PER_MONTH, Math.floor(spent / 200));
}

function incomeOf({ salary, currency }: AccountWish, { first }: Cycle): HistoricEntry[] {
  if (salary === undefined) return [];
  const amount = toMinorUnits({ amount: salary, currency });
  return [{ day: first, amount, details: transferFrom(EMPLOYER, 'Plaća', 'SALA') }];
}

function billsOf(
  accountId: string,
  { rent, salary, currency }: AccountWish,
  { first, last }: Cycle,
  chance: SeededRandom,
): HistoricEntry[] {
  const rentDay = first + RENT_AFTER_DAYS;
  const rents = rent === undefined ? [] : [toMinorUnits({ amount: rent, currency })];
  const bills =
    salary === undefined
      ? []
      : [
          {
            creditor: ELECTRICITY,
            day: first + 8,
            amount: chance.between(5_200, 9_800),
            text: 'Račun za električnu energiju',
          },
          {
            creditor: TELEPHONE,
            day: first + 15,
            amount: chance.between(3_499, 4_899),
            text: 'Mjesečni račun za mobitel',
          },
        ];
  const entries = [
    ...rents.map((amount) => ({
      day: rentDay,
      amount: -amount,
      details: transferTo(LANDLORD, 'Najamnina stana', 'PMNT-ICDT-STDO'),
    })),
    ...bills.map(({ creditor, day, amount, text }) => ({
      day,
      amount: BigInt(-amount),
      details: directDebit(creditor, accountId, text),
    })),
  ];
  return entries.filter(({ day }) => day <= last);
}

function savings({ first }: Cycle): HistoricEntry[] {
  return [
    { day: first, amount: SAVED_PER_MONTH, details: transferFrom(EMPLOYER, 'Štednja') },
    { day: first, amount: 125n, details: interest(dayText(first - 1)) },
  ];
}

/** Returns the purchases of a card, paid at the end of the month. The amount owed now was spent in the last one. */
function purchasesOfCard(wish: AccountWish, { first, last, isLast }: Cycle, chance: SeededRandom): HistoricEntry[] {
  const owed = Number(-wishedBalance(wish));
  const spent = isLast ? owed : chance.between(CARD_SPENT.least, CARD_SPENT.most);
  const shops = splitOver(pickShops(TRAVEL_SHOPS, Math.min(8, visitsOf(spent)), chance), spent, chance);
  const purchases = shops.map(({ shop, amount }) => {
    const day = chance.between(first, last);
    return { day, amount: BigInt(-amount), details: creditCardPurchase(shop, dayText(day)) };
  });
  if (isLast || purchases.length === 0) return purchases;
  const details = {
    remittanceInformationUnstructured: 'Podmirenje troškova kreditne kartice',
    bankTransactionCode: 'PMNT-RCDT-BOOK',
  };
  return [...purchases, { day: last, amount: BigInt(spent), details }];
}
