import {
  type Balance,
  type StandingOrder as FedOrder,
  type FeedAccount,
  type FeedTransaction,
  toAmount,
  toMinorUnits,
} from '@xs2a/contracts';
import { AGGREGATED, aggregatedAccounts } from '../accounts/aggregated-accounts.ts';
import { bankDayOf, dayNumber, dayText } from '../model/bank-day.ts';
import type { Entry } from '../model/entry.ts';
import type { CustomerAccount } from '../model/ledger-account.ts';
import type { StoredStandingOrder } from '../model/standing-order.ts';
import { SANDBOX_BIC } from '../sandbox/data/accounts.ts';
import type { StandingOrder } from '../sandbox/data/standing-orders.ts';

/** Returns an account as fed to the accounts service. */
export function fedAccount({ _id, currency, creditLimit, customer }: CustomerAccount): FeedAccount {
  const { owners, ownerName, reference, displayName, product, cashAccountType, usage, status } = customer;
  const { linkedAccounts, details, msisdn, trustedBeneficiaries } = customer;
  return {
    bankAccountId: _id,
    owners,
    reference,
    currency,
    ownerName,
    name: product,
    ...(displayName !== undefined && { displayName }),
    product,
    bic: SANDBOX_BIC,
    ...(linkedAccounts !== undefined && { linkedAccounts }),
    ...(details !== undefined && { details }),
    ...(msisdn !== undefined && { msisdn }),
    ...(trustedBeneficiaries && { trustedBeneficiaries }),
    cashAccountType,
    usage,
    status,
    // Purchases are negative amounts, as on the other accounts of this bank.
    ...(cashAccountType === 'CARD' && { debitAccounting: false }),
    ...(creditLimit > 0n && { creditLimit: toAmount(creditLimit, currency) }),
  };
}

/** Returns the aggregated accounts of some accounts, as fed to the accounts service. */
export function fedAggregates(accounts: readonly CustomerAccount[]): FeedAccount[] {
  return aggregatedAccounts(accounts).map(({ reference, main, subAccounts }) => ({
    ...fedAccount(main),
    bankAccountId: main._id.replace(main.currency, AGGREGATED),
    reference,
    currency: AGGREGATED,
    subAccounts: subAccounts.map(({ _id }) => _id),
  }));
}

/** Returns an entry as fed to the accounts service. */
export function fedTransaction(entry: Entry, isCard: boolean): FeedTransaction {
  const { _id, ledgerAccountId, sequence, bookingStatus, amount, currency, balanceAfter, bookingDate, valueDate } =
    entry;
  return {
    bankReference: _id,
    sequence,
    bookingStatus,
    transactionAmount: toAmount(amount, currency),
    valueDate,
    ...(bookingDate !== undefined && { bookingDate, entryReference: `${ledgerAccountId}-${sequence}` }),
    ...(balanceAfter !== undefined &&
      !isCard && {
        balanceAfterTransaction: { balanceType: 'interimBooked', balanceAmount: toAmount(balanceAfter, currency) },
      }),
    ...entry.details,
  };
}

/** Returns a standing order of the sandbox. All are monthly and older than the history. */
export function fedStandingOrder({ accountId, creditor, amount, dayOfMonth, remittance }: StandingOrder): FedOrder {
  const day = String(dayOfMonth).padStart(2, '0');
  return {
    transactionAmount: toAmount(-amount, accountId.slice(-3)),
    creditorName: creditor.name,
    creditorAccount: { iban: creditor.iban },
    remittanceInformationUnstructured: remittance,
    additionalInformationStructured: {
      standingOrderDetails: { startDate: `2024-01-${day}`, frequency: 'Monthly', dayOfExecution: String(dayOfMonth) },
    },
  };
}

/** Returns a standing order set up by a TPP. */
export function fedSetUpOrder({ body }: Pick<StoredStandingOrder, 'body'>): FedOrder {
  const { instructedAmount, creditorName, creditorAccount, remittanceInformationUnstructured, purposeCode } = body;
  const {
    startDate,
    startDateTime,
    endDate,
    endDateTime,
    frequency,
    executionRule,
    dayOfExecution,
    monthsOfExecution,
  } = body;
  return {
    transactionAmount: toAmount(-toMinorUnits(instructedAmount), instructedAmount.currency),
    creditorName,
    creditorAccount,
    ...(remittanceInformationUnstructured !== undefined && { remittanceInformationUnstructured }),
    ...(purposeCode !== undefined && { purposeCode }),
    additionalInformationStructured: {
      standingOrderDetails: {
        startDate,
        frequency,
        ...(startDateTime !== undefined && { startDateTime }),
        ...(endDate !== undefined && { endDate }),
        ...(endDateTime !== undefined && { endDateTime }),
        ...(executionRule !== undefined && { executionRule }),
        ...(dayOfExecution !== undefined && { dayOfExecution }),
        ...(monthsOfExecution !== undefined && { monthsOfExecution }),
      },
    },
  };
}

/** Returns the balances of an account (Implementation Guidelines, Balance). Only the balance that says so includes the credit limit. */
export function fedBalances(account: CustomerAccount, now: Date): Balance[] {
  const { currency, balance, pending, available, creditLimit, closingBalance, bookedDay, changedAt, customer } =
    account;
  const today = bankDayOf(now);
  const closing = bookedDay === today ? closingBalance : balance;
  const lastChangeDateTime = changedAt.toISOString();
  const closingBooked: Balance = {
    balanceType: 'closingBooked',
    balanceAmount: toAmount(closing, currency),
    referenceDate: dayText(dayNumber(today) - 1),
  };
  const expected: Balance = {
    balanceType: 'expected',
    balanceAmount: toAmount(balance + pending, currency),
    lastChangeDateTime,
  };
  if (customer.cashAccountType === 'CARD') {
    // The last invoice covers entries booked until yesterday.
    return [
      closingBooked,
      expected,
      { balanceType: 'nonInvoiced', balanceAmount: toAmount(balance - closing, currency) },
    ];
  }
  return [
    closingBooked,
    { balanceType: 'interimBooked', balanceAmount: toAmount(balance, currency), lastChangeDateTime },
    expected,
    {
      balanceType: 'interimAvailable',
      balanceAmount: toAmount(available, currency),
      creditLimitIncluded: creditLimit > 0n,
      lastChangeDateTime,
    },
  ];
}
