import { z } from 'zod';
import { AccountReference } from './account-reference.ts';
import { Amount } from './amount.ts';
import { operation } from './operation.ts';
import { caller } from './parties.ts';
import { IsoDate } from './wire-types.ts';

/** balanceType (interface 2.7, field guide 3.9). */
export const BalanceType = z.enum([
  'closingBooked',
  'expected',
  'openingBooked',
  'interimAvailable',
  'interimBooked',
  'forwardAvailable',
  'nonInvoiced',
]);

export const Balance = z.object({
  balanceType: BalanceType,
  balanceAmount: Amount,
  creditLimitIncluded: z.boolean().optional(),
  lastChangeDateTime: z.string().optional(),
  referenceDate: z.string().optional(),
});
export type Balance = z.infer<typeof Balance>;

/** A transaction of a payment account (interface 2.7, field guide 3.10). Debits are negative. */
export const Transaction = z.object({
  transactionId: z.string(),
  entryReference: z.string().optional(),
  endToEndId: z.string().optional(),
  mandateId: z.string().optional(),
  bookingDate: z.string().optional(),
  valueDate: z.string().optional(),
  transactionAmount: Amount,
  creditorName: z.string().optional(),
  creditorAccount: AccountReference.optional(),
  debtorName: z.string().optional(),
  debtorAccount: AccountReference.optional(),
  remittanceInformationUnstructured: z.string().optional(),
  remittanceInformationStructured: z.string().optional(),
  purposeCode: z.string().optional(),
  bankTransactionCode: z.string().optional(),
  balanceAfterTransaction: Balance.optional(),
});
export type Transaction = z.infer<typeof Transaction>;

/** A payment account as a TPP may see it; links are the gateway's. */
export const AccountView = z.object({
  resourceId: z.string(),
  iban: z.string().optional(),
  bban: z.string().optional(),
  currency: z.string(),
  name: z.string().optional(),
  product: z.string().optional(),
  cashAccountType: z.string().optional(),
  status: z.enum(['enabled', 'deleted', 'blocked']).optional(),
  usage: z.enum(['PRIV', 'ORGA']).optional(),
  balances: z.array(Balance).optional(),
});
export type AccountView = z.infer<typeof AccountView>;

/** What of an account the consent lets its TPP read further: decides the links. */
export const AccountWithRights = z.object({
  account: AccountView,
  mayReadBalances: z.boolean(),
  mayReadTransactions: z.boolean(),
});
export type AccountWithRights = z.infer<typeof AccountWithRights>;

export const BookingStatus = z.enum(['booked', 'pending', 'both', 'information', 'all']);
export type BookingStatus = z.infer<typeof BookingStatus>;

/** `psuPresent`: the request carried PSU-IP-Address, the PSU asked for it and it is not counted. */
const reading = { ...caller, consentId: z.string(), psuPresent: z.boolean() };
const addressed = { ...reading, accountId: z.string() };

export const listAccounts = operation('accounts.listAccounts', {
  hop: 'read',
  request: z.object({ ...reading, withBalance: z.boolean() }),
  reply: z.object({ accounts: z.array(AccountWithRights) }),
});

export const readAccount = operation('accounts.readAccount', {
  hop: 'read',
  request: z.object({ ...addressed, withBalance: z.boolean() }),
  reply: AccountWithRights,
});

export const readBalances = operation('accounts.readBalances', {
  hop: 'read',
  request: z.object(addressed),
  reply: z.object({ account: AccountReference, balances: z.array(Balance) }),
});

/** Where the other pages of a list are: tokens to ask for them by, with the same query. A page that is not there has none. */
const Pages = z.object({
  first: z.string().optional(),
  next: z.string().optional(),
  previous: z.string().optional(),
  last: z.string().optional(),
});
export type Pages = z.infer<typeof Pages>;

/**
 * Booked entries by booking date, both ends included, newest first, page by page: pending entries come before booked
 * ones. `dateTo` defaults to today. `page` asks for another page of a list by the token that came with one; that belongs
 * to the same access and is not counted.
 */
export const listTransactions = operation('accounts.listTransactions', {
  hop: 'read',
  request: z.object({
    ...addressed,
    bookingStatus: BookingStatus,
    dateFrom: IsoDate.optional(),
    dateTo: IsoDate.optional(),
    withBalance: z.boolean(),
    page: z.string().optional(),
  }),
  reply: z.object({
    account: AccountReference,
    pages: Pages.optional(),
    booked: z.array(Transaction).optional(),
    pending: z.array(Transaction).optional(),
    balances: z.array(Balance).optional(),
  }),
});

export const readTransactionDetails = operation('accounts.readTransactionDetails', {
  hop: 'read',
  request: z.object({ ...addressed, transactionId: z.string() }),
  reply: z.object({ transaction: Transaction }),
});

// --- The feed: from the bank to accounts. Each call may be repeated; the bank's own references make it idempotent. ---

/** An account as the bank knows it. `bankAccountId` is the bank's own key and never leaves the house. */
export const FedAccount = z.object({
  bankAccountId: z.string(),
  owners: z.array(z.string()).min(1),
  reference: AccountReference,
  currency: z.string(),
  name: z.string().optional(),
  product: z.string().optional(),
  cashAccountType: z.string(),
  usage: z.enum(['PRIV', 'ORGA']).optional(),
  status: z.enum(['enabled', 'deleted', 'blocked']).default('enabled'),
  creditLimit: Amount.optional(),
});
export type FedAccount = z.infer<typeof FedAccount>;

/** An entry as the bank knows it. `bankReference` is constant from pending to booked. */
export const FedTransaction = Transaction.omit({ transactionId: true }).extend({
  bankReference: z.string(),
  bookingStatus: z.enum(['booked', 'pending']),
  /** Orders entries of one day; grows with each entry of an account. */
  sequence: z.number(),
});
export type FedTransaction = z.infer<typeof FedTransaction>;

export const putAccounts = operation('accounts.putAccounts', {
  hop: 'write',
  request: z.object({ accounts: z.array(FedAccount).max(1_000) }),
  reply: z.object({ stored: z.number() }),
});

/** The balances of one account at `version`; an older version than the stored one changes nothing. */
export const putBalances = operation('accounts.putBalances', {
  hop: 'write',
  request: z.object({ bankAccountId: z.string(), version: z.number(), balances: z.array(Balance) }),
  reply: z.object({ stored: z.number() }),
});

export const putTransactions = operation('accounts.putTransactions', {
  hop: 'write',
  request: z.object({ bankAccountId: z.string(), transactions: z.array(FedTransaction).max(1_000) }),
  reply: z.object({ stored: z.number() }),
});
