import { type reportTransactions as operation, type ReplyOf, type RequestOf, Xs2aError } from '@xs2a/contracts';
import { writeEntries, writeFoot, writeHead } from '@xs2a/iso20022';
import { bankDay } from '@xs2a/service-kit';
import type { AccountsContext } from '../context.ts';
import { shownReference } from '../model/account.ts';
import { transactionView } from '../model/transaction.ts';
import { isDelta } from '../transactions/delta.ts';
import { type Report, reportOf } from '../transactions/find-transactions.ts';
import { downloadIdOf } from './download-id.ts';

export type Reporting = RequestOf<typeof operation>;

/** The list as one camt message. One that is too long for an answer is downloaded, as part of the same access (field guide 3.12). */
export async function reportTransactions(
  context: AccountsContext,
  request: Reporting,
): Promise<ReplyOf<typeof operation>> {
  refuseUnwritable(request);
  const size = context.profile.limits.reportEntriesMax;
  const report = await reportOf(context, toListing(request), 'account', { size });
  const { pages, balances, accessQuota } = report;
  const read = accessQuota && { accessQuota };
  const account = shownReference(report.account.details);
  if (pages?.last !== undefined) {
    return {
      account,
      downloadId: downloadIdOf(request, { page: pages.last, piece: 0 }),
      ...(balances && { balances }),
    };
  }
  return { ...read, account, xml: headOf(context, request, report) + entriesOf(report) + writeFoot(request.message) };
}

/** A statement holds booked entries and nothing else. */
export function refuseUnwritable({ message, bookingStatus }: Pick<Reporting, 'message' | 'bookingStatus'>): void {
  if (message === 'camt.053' && bookingStatus !== 'booked')
    throw new Xs2aError('acceptNotServable', { path: 'Accept' });
}

export function headOf(
  { now, profile }: Pick<AccountsContext, 'now' | 'profile'>,
  request: Reporting,
  { account, balances }: Report,
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
    balances,
  });
}

/** Statements go forward in time, lists backward. */
export function entriesOf({ lists }: Report): string {
  return lists
    .map(([list, entries]) => {
      return writeEntries(entries.toReversed().map(transactionView), list === 'booked' ? 'BOOK' : 'PDNG');
    })
    .toReversed()
    .join('');
}

/** The list that a report is of; balances are part of every statement. */
export function toListing({ message: _, ...request }: Reporting) {
  return { ...request, withBalance: true };
}
