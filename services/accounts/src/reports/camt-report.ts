import { type reportTransactions as operation, type RequestOf, Xs2aError } from '@xs2a/contracts';
import { writeEntries, writeHead } from '@xs2a/iso20022';
import { bankDay } from '@xs2a/service-kit';
import type { AccountsContext } from '../context.ts';
import { shownReference } from '../model/account.ts';
import { createBatchItemLimiter } from '../transactions/batch-item-limiter.ts';
import { isDelta } from '../transactions/delta-range.ts';
import type { AccountReport } from '../transactions/read-account-report.ts';
import { transactionView } from '../transactions/transaction-view.ts';

type Request = RequestOf<typeof operation>;

/** Refuses a camt.053 statement unless only booked entries are requested: it contains no others. */
export function refuseUnwritable({ message, bookingStatus }: Pick<Request, 'message' | 'bookingStatus'>): void {
  if (message === 'camt.053' && bookingStatus !== 'booked') {
    throw new Xs2aError('acceptNotServable', { path: 'Accept' });
  }
}

/** Returns the list request for a report. Every statement has balances. */
export function toListing({ message: _, ...request }: Request) {
  return { ...request, withBalance: true };
}

/** Returns the start of the message, up to its first entry. */
export function camtHead(
  { now, profile }: Pick<AccountsContext, 'now' | 'profile'>,
  request: Request,
  { account, may, balances }: AccountReport,
): string {
  const { message, dateFrom, dateTo } = request;
  const createdAt = now();
  return writeHead({
    message,
    id: crypto.randomUUID().replaceAll('-', ''),
    createdAt,
    ...(dateFrom !== undefined &&
      !isDelta(toListing(request)) && { period: { from: dateFrom, to: dateTo ?? bankDay(createdAt, profile) } }),
    account: shownReference(account.details),
    currency: account.details.currency,
    name: account.details.name,
    bic: account.details.bic,
    ownerName: may.mayReadOwnerName ? account.details.ownerName : undefined,
    balances,
  });
}

/** Returns the entries of the message, oldest first; lists have the newest first. */
export function camtEntries({ lists, may }: AccountReport): string {
  const bounded = createBatchItemLimiter();
  return lists
    .map(([list, entries]) => {
      const oldestFirst = entries
        .map(bounded)
        .toReversed()
        .map((entry) => transactionView(entry, may));
      return writeEntries(oldestFirst, list === 'booked' ? 'BOOK' : 'PDNG');
    })
    .toReversed()
    .join('');
}
