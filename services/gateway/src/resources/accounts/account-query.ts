import { BookingStatus, BooleanInQuery, IsoDate, ignoredFields, Xs2aError } from '@xs2a/contracts';
import { z } from 'zod';
import type { Call } from '../../request/call.ts';
import { queryOf } from '../../request/parse-input.ts';

/**
 * Upper bound on page tokens. Most have about 500 characters; those of delta lists with 50 sub-accounts and ids of 36 characters
 * about 2,600.
 */
const PAGE_TOKEN_CHARACTERS_MAX = 4_000;

/** Query of account lists and account details. */
export const AccountQuery = z.object({
  withBalance: BooleanInQuery.default(false).describe('Balances too, where the consent grants them.'),
});

const AccountId = z.string().min(1).max(100).optional();

/** Query of the list of trusted beneficiaries (decision 81; `account-id` in the OpenAPI file Trusted Beneficiaries 1.0.0). */
export const TrustedBeneficiariesQuery = z.object({
  'account-id': AccountId.describe(
    'Those of one account, by its resourceId; of each account that the consent covers for that, if left out.',
  ),
  accountId: AccountId.describe('The same as account-id, as earlier versions had it.'),
});

/** The account of a query with either name. Refuses two different accounts. */
export function trustedBeneficiariesQueryOf(call: Call): { accountId?: string } {
  const { 'account-id': official, accountId = official } = queryOf(call, TrustedBeneficiariesQuery);
  if (official !== undefined && accountId !== official) {
    throw new Xs2aError('queryInvalid', {
      path: 'accountId',
      text: 'is not the account of account-id: send one',
    });
  }
  return accountId === undefined ? {} : { accountId };
}

/** Query of transaction lists (decision 19). */
export const TransactionQuery = AccountQuery.extend({
  bookingStatus: BookingStatus.describe('Which entries: booked, pending, both, standing orders (information), all.'),
  dateFrom: IsoDate.optional().describe('First day. Needed unless this is a delta access.'),
  dateTo: IsoDate.optional().describe('Last day; today where left out.'),
  deltaList: BooleanInQuery.default(false).describe('What came since the last report.'),
  /** An entryReference has at most 35 characters, a transactionId of this service 36. */
  entryReferenceFrom: z.string().min(1).max(36).optional().describe('What came after this entry.'),
  page: z.string().max(PAGE_TOKEN_CHARACTERS_MAX).optional().describe('Token of another page, from its link.'),
});

/** Returns the query of a transaction list. Without delta access `dateFrom` is mandatory (decision 19). */
export function transactionQueryOf(call: Call) {
  const query = queryOf(call, TransactionQuery);
  const { bookingStatus, dateFrom, deltaList, entryReferenceFrom } = query;
  if (deltaList && entryReferenceFrom !== undefined) {
    throw new Xs2aError('parametersNotConsistent', {
      path: 'entryReferenceFrom',
      text: 'cannot be sent with deltaList=true: send one of both',
    });
  }
  const isDelta = deltaList || entryReferenceFrom !== undefined;
  if (dateFrom === undefined && !isDelta && bookingStatus !== 'information') {
    const [unknown, ...others] = ignoredFields(TransactionQuery, call.query);
    const sent = unknown !== undefined && others.length === 0 ? `; ${unknown.path} was sent` : '';
    throw new Xs2aError('queryInvalid', { path: 'dateFrom', text: `is needed: the first day, as YYYY-MM-DD${sent}` });
  }
  return query;
}
