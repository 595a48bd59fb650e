import { dayText } from '../../model/bank-day.ts';
import { SANDBOX_ACCOUNTS } from '../data/accounts.ts';
import { creditCardPurchase } from '../data/entry-details.ts';
import { TRAVEL_SHOPS } from '../data/payees.ts';
import { type HistoricPosting, monthly, type Period, postingAgainst, RANK } from './historic-posting.ts';
import { seededRandom } from './seeded-random.ts';
import { pickShops, splitOver } from './split-amount.ts';

/** Use of the credit card. Its invoice is paid in full from the current account. */
const CARD_HABITS = {
  cardId: 'C1103-EUR',
  paidFrom: 'A1101-EUR',
  invoiceDayOfMonth: 12,
  visitsPerDay: 0.28,
  leastPerMonth: 26_000,
  mostPerMonth: 58_000,
} as const;

const REMITTANCE = 'Podmirenje troškova kreditne kartice';

/** Purchases of the credit card, and the invoice of each month paid in full from the current account. */
export function cardHistory(period: Period): HistoricPosting[] {
  const { cardId, paidFrom, invoiceDayOfMonth, visitsPerDay, leastPerMonth, mostPerMonth } = CARD_HABITS;
  const card = SANDBOX_ACCOUNTS.find(({ id }) => id === cardId);
  if (card === undefined) throw new Error('the sandbox has no credit card');
  const chance = seededRandom(cardId);
  const invoiceDays = monthly({ first: period.first + 1, last: period.last }, invoiceDayOfMonth);
  return [period.first, ...invoiceDays].flatMap((start, index) => {
    const invoiceDay = invoiceDays[index];
    const end = (invoiceDay ?? period.last + 1) - 1;
    const days = end - start + 1;
    // The purchases since the last invoice are the current debt of the card.
    const spent =
      invoiceDay === undefined
        ? Number(-card.openingBalance)
        : Math.ceil((chance.between(leastPerMonth, mostPerMonth) * Math.max(days, 5)) / 31);
    const shops = pickShops(TRAVEL_SHOPS, Math.max(2, Math.round(days * visitsPerDay)), chance);
    const purchases = splitOver(shops, spent, chance).map(({ shop, amount }) => {
      const day = chance.between(start, end);
      const details = creditCardPurchase(shop, dayText(day));
      return postingAgainst('cardScheme', {
        accountId: cardId,
        day,
        rank: RANK.visit,
        amount: BigInt(-amount),
        details,
      });
    });
    return invoiceDay === undefined ? purchases : [...purchases, invoicePaid(invoiceDay, BigInt(spent))];
  });

  function invoicePaid(day: number, amount: bigint): HistoricPosting {
    const details = { remittanceInformationUnstructured: REMITTANCE, bankTransactionCode: 'PMNT-ICDT-BOOK' };
    return {
      day,
      rank: RANK.bill,
      legs: [
        { accountId: paidFrom, amount: -amount, details },
        { accountId: cardId, amount, details: { ...details, bankTransactionCode: 'PMNT-RCDT-BOOK' } },
      ],
    };
  }
}
