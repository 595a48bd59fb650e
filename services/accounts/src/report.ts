import type { Balance, BookingStatus, listTransactions, Pages, RequestOf, StandingOrder } from '@xs2a/contracts';
import { Xs2aError } from '@xs2a/contracts';
import type { AccountDetails, AccountPart, KnownAccount } from './account.ts';
import { openPage, type PageToken, pagesAround } from './page-token.ts';
import type { AccountsRoom } from './room.ts';
import { refuseOldHistory, transactionPeriod } from './transaction-period.ts';
import { useConsentForAccount } from './use-consent.ts';
import { type Found, findPage, type List, type Stretch } from './walk.ts';

/** The lists that each bookingStatus asks for, and whether for standing orders too (field guide 7.5). */
const ASKED_FOR: Readonly<Record<BookingStatus, { lists: List[]; standingOrders: boolean }>> = {
  booked: { lists: ['booked'], standingOrders: false },
  pending: { lists: ['pending'], standingOrders: false },
  both: { lists: ['pending', 'booked'], standingOrders: false },
  information: { lists: [], standingOrders: true },
  all: { lists: ['pending', 'booked'], standingOrders: true },
};

/** A page of the entries of an account, and what was asked for with it. */
export interface Report {
  readonly account: KnownAccount;
  /** The lists that were asked for, empty ones included. */
  readonly lists: readonly (readonly [List, readonly Found[]])[];
  readonly information?: StandingOrder[];
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
  const { lists, standingOrders } = ASKED_FOR[request.bookingStatus];
  if (standingOrders && resource === 'card') throw new Xs2aError('parameterNotSupported', { path: 'bookingStatus' });
  const token = await openPage(room, request);
  const isFirst = token === undefined;
  // Standing orders alone have no dates and no balances: such parameters are ignored (field guide 7.5).
  const stretch = token?.stretch ?? (lists.length > 0 ? { lists, ...transactionPeriod(room, request) } : undefined);
  const parts: AccountPart[] = [];
  if (request.withBalance && isFirst && stretch !== undefined) parts.push('balances');
  if (standingOrders && isFirst) parts.push('standingOrders');
  const consented = await useConsentForAccount(room, request, 'transactions', {
    resource,
    parts,
    isCounted: () => isFirst,
  });
  const { account, rights, authorisedAt } = consented;
  if (isFirst && stretch !== undefined) {
    refuseOldHistory(room, { from: stretch.from, authorisedAt, path: 'dateFrom' });
  }
  const paged = stretch && (await pageOf(room, request, { account, stretch, token }));
  return {
    account,
    lists: lists.map((list) => [list, (paged?.entries ?? []).filter(({ bookingStatus }) => bookingStatus === list)]),
    ...(parts.includes('standingOrders') && { information: account.standingOrders?.entries ?? [] }),
    ...(account.balances && rights.includes('balances') && { balances: account.balances.entries }),
    ...(paged?.pages && { pages: paged.pages }),
  };
}

async function pageOf(
  room: AccountsRoom,
  request: RequestOf<typeof listTransactions>,
  { account, stretch, token }: { account: KnownAccount; stretch: Stretch; token: PageToken | undefined },
): Promise<{ entries: readonly Found[]; pages: Pages | undefined }> {
  const size = room.profile.limits.pageSize;
  const walk = { bankAccountId: account.bankAccountId, stretch, first: token?.first, size };
  const page = await findPage(room, walk, token?.cursor);
  return { entries: page.entries, pages: await pagesAround(room, request, { page, stretch, token }) };
}
