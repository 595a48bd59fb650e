import { dayNumber, dayText } from '../../model/bank-day.ts';
import type { Entry } from '../../model/entry.ts';
import { internalAccountId } from '../../model/internal-account.ts';
import type { LedgerAccount } from '../../model/ledger-account.ts';
import { assertBalanced, type Posting } from '../../model/posting.ts';
import { SANDBOX_ACCOUNTS, type SandboxAccount } from '../data/accounts.ts';
import { pendingEntries } from '../data/pending-entries.ts';
import { generateHistory, type History } from '../history/generate-history.ts';

/** The content of the sandbox ledger before its first payment. */
interface OpeningLedger {
  readonly accounts: readonly LedgerAccount[];
  readonly postings: readonly Posting[];
  readonly entries: readonly Entry[];
}

/** Returns the ledger of a day: opening balances, the history booked on them, and pending entries. */
export function openingLedger(day: string): OpeningLedger {
  const history = generateHistory(day);
  const accounts = new Map<string, LedgerAccount>();
  const postings: Posting[] = [];
  const entries: Entry[] = [];

  function accountOf(id: string): LedgerAccount {
    const account = accounts.get(id) ?? internalAccount(id, day);
    accounts.set(id, account);
    return account;
  }

  function book(id: string, bookingDate: string, lines: Posting['lines']): void {
    assertBalanced(lines);
    postings.push({ _id: id, at: noonOf(bookingDate), bookingDate, lines });
    for (const { ledgerAccountId, amount } of lines) move(accountOf(ledgerAccountId), amount);
  }

  for (const account of SANDBOX_ACCOUNTS) accounts.set(account.id, customerAccount(account, day));
  for (const [id, amount] of history.openings) {
    if (amount === 0n) continue;
    const currency = accountOf(id).currency;
    const equity = internalAccountId('openingEquity', currency);
    book(`opening-${id}`, history.openingDay, [
      { ledgerAccountId: id, currency, amount },
      { ledgerAccountId: equity, currency, amount: -amount },
    ]);
  }
  history.postings.forEach(({ day: on, legs }, index) => {
    const bookingDate = dayText(on);
    const lines = legs.map(({ accountId, amount }) => ({
      ledgerAccountId: accountId,
      currency: accountId.slice(-3),
      amount,
    }));
    book(`history-${String(index + 1).padStart(6, '0')}`, bookingDate, lines);
    for (const leg of legs)
      if (leg.details !== undefined) entries.push(bookedEntry(leg, accountOf(leg.accountId), bookingDate));
  });
  for (const { accountId, amount, inDays, details } of pendingEntries()) {
    const account = accountOf(accountId);
    account.pending += amount;
    const sequence = ++account.sequence;
    entries.push({
      _id: referenceOf(accountId, sequence),
      ledgerAccountId: accountId,
      sequence,
      bookingStatus: 'pending',
      amount,
      currency: account.currency,
      valueDate: dayText(dayNumber(day) + inDays),
      details,
    });
  }
  for (const account of accounts.values()) account.closingBalance = account.balance;
  return { accounts: [...accounts.values()], postings, entries };
}

function bookedEntry(
  { accountId, amount, details = {} }: History['postings'][number]['legs'][number],
  account: LedgerAccount,
  bookingDate: string,
): Entry {
  const sequence = ++account.sequence;
  return {
    _id: referenceOf(accountId, sequence),
    ledgerAccountId: accountId,
    sequence,
    bookingStatus: 'booked',
    amount,
    currency: account.currency,
    balanceAfter: account.balance,
    bookingDate,
    valueDate: bookingDate,
    details,
  };
}

function referenceOf(accountId: string, sequence: number): string {
  return `${accountId}-H${String(sequence).padStart(6, '0')}`;
}

function move(account: LedgerAccount, amount: bigint): void {
  account.balance += amount;
  account.available += amount;
}

function noonOf(day: string): Date {
  return new Date(`${day}T12:00:00Z`);
}

function internalAccount(id: string, day: string): LedgerAccount {
  return emptyAccount(id, id.slice(-3), 0n, day);
}

function customerAccount(account: SandboxAccount, day: string): LedgerAccount {
  const { owners, ownerName, reference, product, cashAccountType, usage, status, signaturesNeeded } = account;
  const { displayName, linkedAccounts, details, msisdn, trustedBeneficiaries } = account;
  return {
    ...emptyAccount(account.id, account.currency, account.creditLimit, day),
    customer: {
      owners: [...owners],
      ownerName,
      reference,
      ...(displayName !== undefined && { displayName }),
      product,
      ...(linkedAccounts !== undefined && { linkedAccounts }),
      ...(details !== undefined && { details }),
      ...(msisdn !== undefined && { msisdn }),
      ...(trustedBeneficiaries && { trustedBeneficiaries: [...trustedBeneficiaries] }),
      cashAccountType,
      usage,
      status,
      signaturesNeeded,
    },
  };
}

function emptyAccount(_id: string, currency: string, creditLimit: bigint, day: string): LedgerAccount {
  const yesterday = dayText(dayNumber(day) - 1);
  return {
    _id,
    currency,
    balance: 0n,
    creditLimit,
    available: creditLimit,
    pending: 0n,
    closingBalance: 0n,
    bookedDay: yesterday,
    sequence: 0,
    version: 1,
    changedAt: noonOf(yesterday),
  };
}
