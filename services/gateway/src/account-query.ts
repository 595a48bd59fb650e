import { BookingStatus, BooleanOrText, IsoDate, Xs2aError } from '@xs2a/contracts';
import { z } from 'zod';
import type { Call } from './call.ts';
import { queryOf } from './parse-input.ts';

/** A page token of ours has some 500. */
const PAGE_TOKEN_CHARACTERS_MAX = 2_000;

/** Query of account lists and details (Implementation Guidelines, Read Account List). */
export const AccountQuery = z.object({
  withBalance: BooleanOrText.default(false).describe('Balances too, where the consent grants them.'),
});

/** Query of transaction lists (Implementation Guidelines, Read Transaction List). */
export const TransactionQuery = AccountQuery.extend({
  bookingStatus: BookingStatus.describe('Which entries: booked, pending, both, standing orders (information), all.'),
  dateFrom: IsoDate.optional().describe('First day. Needed unless this is a delta access.'),
  dateTo: IsoDate.optional().describe('Last day; today where left out.'),
  deltaList: BooleanOrText.default(false).describe('What came since the last report.'),
  /** An entryReference has at most 35 characters, an id of ours 36. */
  entryReferenceFrom: z.string().min(1).max(36).optional().describe('What came after this entry.'),
  page: z.string().max(PAGE_TOKEN_CHARACTERS_MAX).optional().describe('Token of another page, from its link.'),
});

/** Query of a transaction list. Unless it is a delta access, a period must have a start (decision 19). */
export function transactionQueryOf(call: Call) {
  const query = queryOf(call, TransactionQuery);
  const { bookingStatus, dateFrom, deltaList, entryReferenceFrom } = query;
  if (deltaList && entryReferenceFrom !== undefined) {
    throw new Xs2aError('parametersNotConsistent', { path: 'entryReferenceFrom' });
  }
  const isDelta = deltaList || entryReferenceFrom !== undefined;
  if (dateFrom === undefined && !isDelta && bookingStatus !== 'information') {
    throw new Xs2aError('queryInvalid', { path: 'dateFrom', text: 'dateFrom is needed' });
  }
  return query;
}
