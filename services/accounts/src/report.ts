import type { Balance, BookingStatus, listTransactions, Pages, RequestOf } from '@xs2a/contracts';
import { Xs2aError } from '@xs2a/contracts';
import type { AccountDetails, KnownAccount } from './account.ts';
import { openPage, pagesAround } from './page-token.ts';
import type { AccountsRoom } from './room.ts';
import { refuseOldHistory, transactionPeriod } from './transaction-period.ts';
import { useConsentForAccount } from './use-consent.ts';
import { type Found, findPage, type List } from './walk.ts';

/** The lists that each bookingStatus asks for (field guide 7.5). Standing orders (`information`) are not offered. */
const LISTS_ASKED_FOR: Partial<Record<BookingStatus, List[]>> = {
  booked: ['booked'],
  pending: ['pending'],
  both: ['pending', 'booked'],
};

/** A page of the entries of an account, and what was asked for with it. */
export interface Report {
  readonly account: KnownAccount;
  /** The lists that were asked for, empty ones included. */
  readonly lists: readonly (readonly [List, readonly Found[]])[];
  readonly balances?: Balance[];
  readonly pages?: Pages;
}

/**
 * A page of the entries of a period, newest first. What can be refused by the request alone is refused before the consent
 * is asked, which counts the access. A further page belongs to the access that its first page was.
 */
export async function reportOf(
  room: AccountsRoom,
  request: RequestOf<typeof listTransactions>,
  resource: AccountDetails['kind'],
): Promise<Report> {
  const lists = LISTS_ASKED_FOR[request.bookingStatus];
  if (lists === undefined) throw new Xs2aError('parameterNotSupported', { path: 'bookingStatus' });
  const token = await openPage(room, request);
  const stretch = token?.stretch ?? { lists, ...transactionPeriod(room, request) };
  const withBalance = request.withBalance && token === undefined;
  const { account, rights, authorisedAt } = await useConsentForAccount(room, request, 'transactions', {
    resource,
    balances: withBalance,
    isCounted: () => token === undefined,
  });
  if (token === undefined) refuseOldHistory(room, { from: stretch.from, authorisedAt, path: 'dateFrom' });
  const size = room.profile.limits.pageSize;
  const walk = { bankAccountId: account.bankAccountId, stretch, first: token?.first, size };
  const page = await findPage(room, walk, token?.cursor);
  const pages = await pagesAround(room, request, { page, stretch, token });
  const balances = withBalance && rights.includes('balances') ? account.balances?.entries : undefined;
  return {
    account,
    lists: lists.map((list) => [list, page.entries.filter(({ bookingStatus }) => bookingStatus === list)]),
    ...(balances && { balances }),
    ...(pages && { pages }),
  };
}
