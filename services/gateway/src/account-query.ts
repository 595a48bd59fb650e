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
  entryReferenceFrom: z.string().max(35).optional(),
  page: z.string().max(PAGE_TOKEN_CHARACTERS_MAX).optional(),
});

/** Query of a transaction list. Delta access is not offered; without it a period must have a start (interface 4.4). */
export function transactionQueryOf(call: Call) {
  const { deltaList, entryReferenceFrom, ...query } = queryOf(call, TransactionQuery);
  if (deltaList && entryReferenceFrom !== undefined) {
    throw new Xs2aError('parametersNotConsistent', { path: 'entryReferenceFrom' });
  }
  if (deltaList) throw new Xs2aError('parameterNotSupported', { path: 'deltaList' });
  if (entryReferenceFrom !== undefined) throw new Xs2aError('parameterNotSupported', { path: 'entryReferenceFrom' });
  if (query.dateFrom === undefined && query.bookingStatus !== 'information') {
    throw new Xs2aError('queryInvalid', { path: 'dateFrom', text: 'dateFrom is needed' });
  }
  return query;
}
