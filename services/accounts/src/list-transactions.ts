import {
  type BookingStatus,
  type listTransactions as operation,
  type ReplyOf,
  type RequestOf,
  type Transaction,
  Xs2aError,
} from '@xs2a/contracts';
import { shownReference } from './account.ts';
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

/**
 * A page of the entries of a period, newest first. What can be refused by the request alone is refused before the consent
 * is asked, which counts the access. A further page belongs to the access that its first page was.
 */
export async function listTransactions(
  room: AccountsRoom,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const lists = LISTS_ASKED_FOR[request.bookingStatus];
  if (lists === undefined) throw new Xs2aError('parameterNotSupported', { path: 'bookingStatus' });
  const token = await openPage(room, request);
  const stretch = token?.stretch ?? { lists, ...transactionPeriod(room, request) };
  const withBalance = request.withBalance && token === undefined;
  const { account, rights, authorisedAt } = await useConsentForAccount(room, request, 'transactions', {
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
    account: shownReference(account.details),
    ...Object.fromEntries(lists.map((list) => [list, entriesOf(page.entries, list)])),
    ...(balances && { balances }),
    ...(pages && { pages }),
  };
}

function entriesOf(found: readonly Found[], list: List): Transaction[] {
  return found
    .filter(({ bookingStatus }) => bookingStatus === list)
    .map(({ _id, entry }) => ({ transactionId: _id, ...entry }));
}
