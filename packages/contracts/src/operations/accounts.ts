import { z } from 'zod';
import { BookingStatus } from '../interface/booking-status.ts';
import { ReportMessage } from '../interface/report-message.ts';
import { IsoDate } from '../interface/wire-types.ts';
import { AccessQuota } from '../values/access-quota.ts';
import { Balance, CardTransaction, StandingOrder, Transaction } from '../values/account-entries.ts';
import { AccountReference } from '../values/account-reference.ts';
import { Amount } from '../values/amounts/amount.ts';
import { TrustedBeneficiary } from './account-feed.ts';
import { caller } from './caller.ts';
import { Bytes, operation } from './operation.ts';

/** A payment account as a TPP may see it; links are the gateway's. */
export const AccountView = z.object({
  resourceId: z.string(),
  iban: z.string().optional(),
  bban: z.string().optional(),
  msisdn: z.string().optional(),
  currency: z.string(),
  ownerName: z.string().optional(),
  name: z.string().optional(),
  displayName: z.string().optional(),
  product: z.string().optional(),
  cashAccountType: z.string().optional(),
  status: z.enum(['enabled', 'deleted', 'blocked']).optional(),
  bic: z.string().optional(),
  linkedAccounts: z.string().optional(),
  usage: z.enum(['PRIV', 'ORGA']).optional(),
  details: z.string().optional(),
  balances: z.array(Balance).optional(),
});
export type AccountView = z.infer<typeof AccountView>;

/** A card account as a TPP may see it: the card is named masked, whoever asked for it clear (decision 17). */
export const CardAccountView = z.object({
  resourceId: z.string(),
  maskedPan: z.string().optional(),
  currency: z.string(),
  ownerName: z.string().optional(),
  name: z.string().optional(),
  displayName: z.string().optional(),
  product: z.string().optional(),
  /** True where amounts of debits are positive; false, and the usual, where they are negative. */
  debitAccounting: z.boolean().optional(),
  status: z.enum(['enabled', 'deleted', 'blocked']).optional(),
  usage: z.enum(['PRIV', 'ORGA']).optional(),
  details: z.string().optional(),
  creditLimit: Amount.optional(),
  balances: z.array(Balance).optional(),
});
export type CardAccountView = z.infer<typeof CardAccountView>;

/** Further rights of the TPP on the account. They decide about the links. */
const rights = { mayReadBalances: z.boolean(), mayReadTransactions: z.boolean() };
export const AccountWithRights = z.object({
  account: AccountView,
  ...rights,
  /** Left out where the consent does not cover them, and by an older replica (decision 81). */
  mayReadTrustedBeneficiaries: z.literal(true).optional(),
});
export type AccountWithRights = z.infer<typeof AccountWithRights>;
export const CardAccountWithRights = z.object({ cardAccount: CardAccountView, ...rights });
export type CardAccountWithRights = z.infer<typeof CardAccountWithRights>;

/** `psuPresent`: the request carried PSU-IP-Address, the PSU asked for it and it is not counted. */
const reading = { ...caller, consentId: z.string(), psuPresent: z.boolean() };
const addressed = { ...reading, accountId: z.string() };

/** Header data in every reply to a read. */
const read = { accessQuota: AccessQuota.optional() };
export type QuotaReply = z.infer<z.ZodObject<typeof read>>;

export const listAccounts = operation('accounts.listAccounts', {
  hop: 'read',
  request: z.object({ ...reading, withBalance: z.boolean() }),
  reply: z.object({ ...read, accounts: z.array(AccountWithRights) }),
});

export const readAccount = operation('accounts.readAccount', {
  hop: 'read',
  request: z.object({ ...addressed, withBalance: z.boolean() }),
  reply: AccountWithRights.extend(read),
});

export const readBalances = operation('accounts.readBalances', {
  hop: 'read',
  request: z.object(addressed),
  reply: z.object({ ...read, account: AccountReference, balances: z.array(Balance) }),
});

/**
 * Whom the owners of accounts have made trusted, as the bank feeds it: of one account, or of each that the consent covers for
 * that (decision 81). `debtorAccount` is the account that an entry belongs to.
 */
export const readTrustedBeneficiaries = operation('accounts.readTrustedBeneficiaries', {
  hop: 'read',
  request: z.object({ ...reading, accountId: z.string().optional() }),
  reply: z.object({
    ...read,
    trustedBeneficiaries: z.array(TrustedBeneficiary.extend({ debtorAccount: AccountReference })),
  }),
});

/** Whether a PSU has made a creditor trusted on this account, as the bank feeds it (decision 81). */
export const isTrustedBeneficiary = operation('accounts.isTrustedBeneficiary', {
  hop: 'read',
  request: z.object({ psuId: z.string(), debtorAccount: AccountReference, creditorAccount: AccountReference }),
  reply: z.object({ isTrusted: z.boolean() }),
});

/**
 * Where the other pages of a list are: tokens to ask for them by, with the same query. A page that is not there has
 * none.
 */
const Pages = z.object({
  first: z.string().optional(),
  next: z.string().optional(),
  previous: z.string().optional(),
  last: z.string().optional(),
});
export type Pages = z.infer<typeof Pages>;

/**
 * Booked entries by booking date, both ends included, newest first, page by page: pending entries come before booked
 * ones. `dateTo` defaults to today. Standing orders come with the first page. `page` asks for another page of a list by
 * the token that came with one; that belongs to the same access and is not counted.
 */
export const listTransactions = operation('accounts.listTransactions', {
  hop: 'read',
  request: z.object({
    ...addressed,
    bookingStatus: BookingStatus,
    dateFrom: IsoDate.optional(),
    dateTo: IsoDate.optional(),
    withBalance: z.boolean(),
    /** Delta: what came after this entry, named by its entryReference, of cards by its cardTransactionId. */
    entryReferenceFrom: z.string().optional(),
    /** Delta: what came since the last report of this account to this TPP for this PSU. */
    deltaList: z.boolean().optional(),
    page: z.string().optional(),
    /** Asks for entries in the JSON of the answer, see `rendered` of the reply. With its id behind it, it is the address of an entry. */
    renderedAt: z.string().optional(),
  }),
  reply: z.object({
    ...read,
    account: AccountReference,
    pages: Pages.optional(),
    booked: z.array(Transaction).optional(),
    pending: z.array(Transaction).optional(),
    information: z.array(StandingOrder).optional(),
    balances: z.array(Balance).optional(),
    /**
     * In place of `pending` and `booked`: how many bytes each list has, in this order, in `bytes`. They are entries in the JSON of
     * the interface, with their links, and commas between.
     */
    rendered: z.object({ pending: z.int().min(0).optional(), booked: z.int().min(0).optional() }).optional(),
    bytes: Bytes.optional(),
  }),
});

/**
 * The whole list as one XML message, oldest entry first, with balances where they are granted; without pages and
 * standing orders. A list of more entries than the profile allows in one answer comes as `downloadId`.
 */
export const reportTransactions = operation('accounts.reportTransactions', {
  hop: 'read',
  request: listTransactions.request
    .omit({ page: true, withBalance: true, renderedAt: true })
    .extend({ bookingStatus: BookingStatus.extract(['booked', 'pending', 'both']), message: ReportMessage }),
  reply: z.object({
    ...read,
    account: AccountReference,
    xml: z.string().optional(),
    downloadId: z.string().optional(),
    balances: z.array(Balance).optional(),
  }),
});

/** A piece of a long report. `next` asks for the piece that follows, in place of `downloadId`; the last has none. */
export const downloadTransactions = operation('accounts.downloadTransactions', {
  hop: 'read',
  request: z.object({ ...addressed, downloadId: z.string() }),
  reply: z.object({ ...read, message: ReportMessage, xml: z.string(), next: z.string().optional() }),
});

export const readTransactionDetails = operation('accounts.readTransactionDetails', {
  hop: 'read',
  request: z.object({ ...addressed, transactionId: z.string() }),
  reply: z.object({ ...read, transaction: Transaction }),
});

export const listCardAccounts = operation('accounts.listCardAccounts', {
  hop: 'read',
  request: z.object({ ...reading, withBalance: z.boolean() }),
  reply: z.object({ ...read, cardAccounts: z.array(CardAccountWithRights) }),
});

export const readCardAccount = operation('accounts.readCardAccount', {
  hop: 'read',
  request: z.object({ ...addressed, withBalance: z.boolean() }),
  reply: CardAccountWithRights.extend(read),
});

/** Names the card masked, and says by which sign convention its amounts go. */
const cardReport = { ...read, cardAccount: AccountReference, debitAccounting: z.boolean().optional() };

export const readCardBalances = operation('accounts.readCardBalances', {
  hop: 'read',
  request: z.object(addressed),
  reply: z.object({ ...cardReport, balances: z.array(Balance) }),
});

/** As {@link listTransactions}; a card has no standing orders. */
export const listCardTransactions = operation('accounts.listCardTransactions', {
  hop: 'read',
  request: listTransactions.request.omit({ renderedAt: true }),
  reply: z.object({
    ...cardReport,
    pages: Pages.optional(),
    booked: z.array(CardTransaction).optional(),
    pending: z.array(CardTransaction).optional(),
    balances: z.array(Balance).optional(),
  }),
});
