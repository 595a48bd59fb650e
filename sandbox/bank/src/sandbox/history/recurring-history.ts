import { dayText } from '../../model/bank-day.ts';
import { SANDBOX_ACCOUNTS, SANDBOX_BIC, type SandboxAccount } from '../data/accounts.ts';
import { directDebit, interest, transferFrom, transferTo } from '../data/entry-details.ts';
import type { Payee } from '../data/payees.ts';
import { STANDING_ORDERS } from '../data/standing-orders.ts';
import { BUDGETS } from './budgets.ts';
import { type HistoricPosting, monthly, type Period, postingAgainst, RANK } from './historic-posting.ts';
import { seededRandom } from './seeded-random.ts';

/** Monthly transfers to own savings. Amounts that are transferred back return within the month. */
const OWN_TRANSFERS = [
  { from: 'A1101-EUR', to: 'A1102-EUR', dayOfMonth: 11, amount: 15_000n, remittance: 'Štednja' },
  { from: 'A1501-EUR', to: 'A1601-EUR', dayOfMonth: 12, amount: 8_000n, remittance: 'Štednja', backOnDayOfMonth: 26 },
] as const;

/** Interest paid each quarter on savings accounts, in minor units. */
const QUARTERLY_INTEREST = [
  { accountId: 'A1102-EUR', least: 1_450, most: 1_760 },
  { accountId: 'A1701-EUR', least: 310, most: 370 },
] as const;

/** Returns the postings that do not depend on the balance: standing orders, bills, own transfers, interest. */
export function recurringHistory(period: Period): HistoricPosting[] {
  return [...standingOrders(period), ...bills(period), ...ownTransfers(period), ...interestPaid(period)];
}

function standingOrders(period: Period): HistoricPosting[] {
  return STANDING_ORDERS.flatMap(({ accountId, creditor, amount, dayOfMonth: on, remittance }) =>
    monthly(period, on).map((day) => {
      const details = transferTo(creditor, remittance, 'PMNT-ICDT-STDO');
      return postingAgainst('clearing', { accountId, day, rank: RANK.bill, amount: -amount, details });
    }),
  );
}

function bills(period: Period): HistoricPosting[] {
  return BUDGETS.flatMap(({ accountId, bills: ofAccount }) => {
    const chance = seededRandom(`${accountId} bills`);
    return ofAccount.flatMap(({ creditor, dayOfMonth: on, least, most, remittance, transfer }) =>
      monthly(period, on).map((day) => {
        const details = transfer ? transferTo(creditor, remittance) : directDebit(creditor, accountId, remittance);
        const amount = BigInt(-chance.between(least, most));
        return postingAgainst('clearing', { accountId, day, rank: RANK.bill, amount, details });
      }),
    );
  });
}

function ownTransfers(period: Period): HistoricPosting[] {
  return OWN_TRANSFERS.flatMap((transfer) => {
    const { dayOfMonth: on, amount, remittance } = transfer;
    const [from, to] = [accountOf(transfer.from), accountOf(transfer.to)];
    if (!('backOnDayOfMonth' in transfer)) {
      return monthly(period, on).map((day) => ownTransfer({ day, rank: RANK.bill, from, to, amount, remittance }));
    }
    const back = transfer.backOnDayOfMonth;
    // Only complete pairs: amounts moved to savings came back within the month.
    const pairs = monthly(period, on).filter((day) => day + back - on <= period.last);
    return pairs.flatMap((day) => [
      ownTransfer({ day, rank: RANK.bill, from, to, amount, remittance }),
      ownTransfer({
        day: day + back - on,
        rank: RANK.income,
        from: to,
        to: from,
        amount,
        remittance: 'Povrat štednje',
      }),
    ]);
  });
}

interface OwnTransfer {
  readonly day: number;
  readonly rank: number;
  readonly from: SandboxAccount;
  readonly to: SandboxAccount;
  readonly amount: bigint;
  readonly remittance: string;
}

function ownTransfer({ day, rank, from, to, amount, remittance }: OwnTransfer): HistoricPosting {
  return {
    day,
    rank,
    legs: [
      { accountId: from.id, amount: -amount, details: transferTo(holderOf(to), remittance) },
      { accountId: to.id, amount, details: transferFrom(holderOf(from), remittance) },
    ],
  };
}

function interestPaid(period: Period): HistoricPosting[] {
  return QUARTERLY_INTEREST.flatMap(({ accountId, least, most }) => {
    const chance = seededRandom(`${accountId} interest`);
    return monthly(period, 1)
      .filter((day) => ['01', '04', '07', '10'].includes(dayText(day).slice(5, 7)))
      .map((day) => {
        const details = interest(dayText(day - 1));
        const amount = BigInt(chance.between(least, most));
        return postingAgainst('interest', { accountId, day, rank: RANK.income, amount, details });
      });
  });
}

function accountOf(accountId: string): SandboxAccount {
  const account = SANDBOX_ACCOUNTS.find(({ id }) => id === accountId);
  if (account === undefined) throw new Error(`the sandbox has no account ${accountId}`);
  return account;
}

function holderOf({ ownerName, reference }: SandboxAccount): Payee {
  if (reference.iban === undefined) throw new Error('own transfers need an IBAN');
  return { name: ownerName, iban: reference.iban, bic: SANDBOX_BIC };
}
