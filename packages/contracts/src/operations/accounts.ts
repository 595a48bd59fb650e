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

/** A payment account as shown to a TPP, without links; the gateway adds them. */
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

/** A card account as shown to a TPP: the card number is masked, even if it was requested in clear (decision 17). */
export const CardAccountView = z.object({
  resourceId: z.string(),
  maskedPan: z.string().optional(),
  currency: z.string(),
  ownerName: z.string().optional(),
  name: z.string().optional(),
  displayName: z.string().optional(),
  product: z.string().optional(),
  /** True if debit amounts are positive; usually false: they are negative. */
  debitAccounting: z.boolean().optional(),
  status: z.enum(['enabled', 'deleted', 'blocked']).optional(),
  usage: z.enum(['PRIV', 'ORGA']).optional(),
  details: z.string().optional(),
  creditLimit: Amount.optional(),
  balances: z.array(Balance).optional(),
});
export type CardAccountView = z.infer<typeof CardAccountView>;

/** Further rights of the TPP on the account. They determine its links. */
const rights = { mayReadBalances: z.boolean(), mayReadTransactions: z.boolean() };
export const AccountWithRights = z.object({
  account: AccountView,
  ...rights,
  /** Absent if the consent does not cover it, and from an older replica (decision 81). */
  mayReadTrustedBeneficiaries: z.literal(true).optional(),
});
export type AccountWithRights = z.infer<typeof AccountWithRights>;
export const CardAccountWithRights = z.object({ cardAccount: CardAccountView, ...rights });
export type CardAccountWithRights = z.infer<typeof CardAccountWithRights>;

/** `psuPresent`: the request carried PSU-IP-Address, so the PSU asked for it and it is not counted. */
const accountRead = { ...caller, consentId: z.string(), psuPresent: z.boolean() };
const accountReadById = { ...accountRead, accountId: z.string() };

/** Fields of every reply to a read; the gateway returns them as headers. */
const quotaFields = { accessQuota: AccessQuota.optional() };
export type QuotaReply = z.infer<z.ZodObject<typeof quotaFields>>;

export const listAccounts = operation('accounts.listAccounts', {
  hop: 'read',
  request: z.object({ ...accountRead, withBalance: z.boolean() }),
  reply: z.object({ ...quotaFields, accounts: z.array(AccountWithRights) }),
});

export const readAccount = operation('accounts.readAccount', {
  hop: 'read',
  request: z.object({ ...accountReadById, withBalance: z.boolean() }),
  reply: AccountWithRights.extend(quotaFields),
});

export const readBalances = operation('accounts.readBalances', {
  hop: 'read',
  request: z.object(accountReadById),
  reply: z.object({ ...quotaFields, account: AccountReference, balances: z.array(Balance) }),
});

/**
 * Trusted beneficiaries of the account owners, from the bank's feed: of one account, or of each account that the consent covers
 * (decision 81). `debtorAccount` is the account of an entry.
 */
export const readTrustedBeneficiaries = operation('accounts.readTrustedBeneficiaries', {
  hop: 'read',
  request: z.object({ ...accountRead, accountId: z.string().optional() }),
  reply: z.object({
    ...quotaFields,
    trustedBeneficiaries: z.array(TrustedBeneficiary.extend({ debtorAccount: AccountReference })),
  }),
});

/** Whether a PSU has made a creditor a trusted beneficiary for this account, according to the bank's feed (decision 81). */
export const isTrustedBeneficiary = operation('accounts.isTrustedBeneficiary', {
  hop: 'read',
  request: z.object({ psuId: z.string(), debtorAccount: AccountReference, creditorAccount: AccountReference }),
  reply: z.object({ isTrusted: z.boolean() }),
});

/** Page tokens of a list, for requests with the same query. A missing page has no token. */
const Pages = z.object({
  first: z.string().optional(),
  next: z.string().optional(),
  previous: z.string().optional(),
  last: z.string().optional(),
});
export type Pages = z.infer<typeof Pages>;

/**
 * Entries page by page, booked ones by booking date (both limits included), newest first; pending entries come before booked
 * ones. `dateTo` defaults to today. Standing orders come with the first page. `page` is the token of another page; reading it
 * belongs to the same access and is not counted.
 */
export const listTransactions = operation('accounts.listTransactions', {
  hop: 'read',
  request: z.object({
    ...accountReadById,
    bookingStatus: BookingStatus,
    dateFrom: IsoDate.optional(),
    dateTo: IsoDate.optional(),
    withBalance: z.boolean(),
    /** Delta cursor: entries after this one, given by its entryReference, for cards by its cardTransactionId. */
    entryReferenceFrom: z.string().optional(),
    /** Delta: entries since the last report of this account to this TPP for this PSU. */
    deltaList: z.boolean().optional(),
    page: z.string().optional(),
    /**
     * Asks for entries in the JSON form of the interface, see `rendered` in the reply. Followed by its id, it is the address of
     * an entry.
     */
    renderedAt: z.string().optional(),
  }),
  reply: z.object({
    ...quotaFields,
    account: AccountReference,
    pages: Pages.optional(),
    booked: z.array(Transaction).optional(),
    pending: z.array(Transaction).optional(),
    information: z.array(StandingOrder).optional(),
    balances: z.array(Balance).optional(),
    /**
     * Instead of `pending` and `booked`: length of each list in `bytes`, in this order. The entries are in the JSON form of the
     * interface, with their links, separated by commas.
     */
    rendered: z.object({ pending: z.int().min(0).optional(), booked: z.int().min(0).optional() }).optional(),
    bytes: Bytes.optional(),
  }),
});

/**
 * The whole list as one XML message, oldest entry first, with balances if they are granted; without pages and standing orders. If
 * the list exceeds the maximum of the profile for one answer, the reply is a `downloadId`.
 */
export const reportTransactions = operation('accounts.reportTransactions', {
  hop: 'read',
  request: listTransactions.request
    .omit({ page: true, withBalance: true, renderedAt: true })
    .extend({ bookingStatus: BookingStatus.extract(['booked', 'pending', 'both']), message: ReportMessage }),
  reply: z.object({
    ...quotaFields,
    account: AccountReference,
    xml: z.string().optional(),
    downloadId: z.string().optional(),
    balances: z.array(Balance).optional(),
  }),
});

/** Returns a part of a long report. Send `next` instead of `downloadId` to get the following part; the last part has none. */
export const downloadTransactions = operation('accounts.downloadTransactions', {
  hop: 'read',
  request: z.object({ ...accountReadById, downloadId: z.string() }),
  reply: z.object({ ...quotaFields, message: ReportMessage, xml: z.string(), next: z.string().optional() }),
});

export const readTransactionDetails = operation('accounts.readTransactionDetails', {
  hop: 'read',
  request: z.object({ ...accountReadById, transactionId: z.string() }),
  reply: z.object({ ...quotaFields, transaction: Transaction }),
});

export const listCardAccounts = operation('accounts.listCardAccounts', {
  hop: 'read',
  request: z.object({ ...accountRead, withBalance: z.boolean() }),
  reply: z.object({ ...quotaFields, cardAccounts: z.array(CardAccountWithRights) }),
});

export const readCardAccount = operation('accounts.readCardAccount', {
  hop: 'read',
  request: z.object({ ...accountReadById, withBalance: z.boolean() }),
  reply: CardAccountWithRights.extend(quotaFields),
});

/** Contains the masked card number and the sign convention of its amounts. */
const cardReport = { ...quotaFields, cardAccount: AccountReference, debitAccounting: z.boolean().optional() };

export const readCardBalances = operation('accounts.readCardBalances', {
  hop: 'read',
  request: z.object(accountReadById),
  reply: z.object({ ...cardReport, balances: z.array(Balance) }),
});

/** Like {@link listTransactions}; a card has no standing orders. */
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
