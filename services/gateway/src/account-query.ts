import { BookingStatus, BooleanOrText, IsoDate, Xs2aError } from '@xs2a/contracts';
import { z } from 'zod';
import type { Call } from './call.ts';
import { queryOf } from './parse-input.ts';

/** A page token of ours has some 500. */
const PAGE_TOKEN_CHARACTERS_MAX = 2_000;

/** Query of account lists and details (interface 4.4). */
export const AccountQuery = z.object({ withBalance: BooleanOrText.default(false) });

const TransactionQuery = AccountQuery.extend({
  bookingStatus: BookingStatus,
  dateFrom: IsoDate.optional(),
  dateTo: IsoDate.optional(),
  deltaList: BooleanOrText.default(false),
  /** An entryReference has at most 35 characters, an id of ours 36. */
  entryReferenceFrom: z.string().min(1).max(36).optional(),
  page: z.string().max(PAGE_TOKEN_CHARACTERS_MAX).optional(),
});

/** Query of a transaction list. Unless it is a delta access, a period must have a start (interface 4.4). */
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
