import {
  type Balance,
  type BookingStatus,
  type listTransactions,
  type Pages,
  type QuotaReply,
  type RequestOf,
  type StandingOrder,
  Xs2aError,
} from '@xs2a/contracts';
import { bankDay } from '@xs2a/service-kit';
import { type ConsentedAccount, findConsentedAccount } from '../access/find-consented-account.ts';
import type { AccountsContext } from '../context.ts';
import { type AccountDetails, type AccountPart, type KnownAccount, sourcesOf } from '../model/account.ts';
import type { List } from '../model/transaction.ts';
import { storeDeltaCursors } from './delta-cursors.ts';
import { deltaRange, findReferencedSequence, isDelta } from './delta-range.ts';
import type { FoundTransaction } from './found-transaction.ts';
import { openPageToken, type PageToken, pageTokens } from './page-token.ts';
import { findLatestOfLaterLists, findLatestOfSources } from './reported-entries.ts';
import { findPage, type Range } from './transaction-page.ts';
import { transactionPeriod } from './transaction-period.ts';
import { type EntryRights, standingOrderView } from './transaction-view.ts';

type Listing = RequestOf<typeof listTransactions>;

/** Lists for each bookingStatus, and whether it includes standing orders (decision 19). */
const ASKED_FOR: Readonly<Record<BookingStatus, { lists: List[]; standingOrders: boolean }>> = {
  booked: { lists: ['booked'], standingOrders: false },
  pending: { lists: ['pending'], standingOrders: false },
  both: { lists: ['pending', 'booked'], standingOrders: false },
  information: { lists: [], standingOrders: true },
  all: { lists: ['pending', 'booked'], standingOrders: true },
};

/** A page of the entries of an account, and the other parts requested with it. */
export interface AccountReport extends QuotaReply {
  readonly account: KnownAccount;
  readonly may: EntryRights & { readonly mayReadOwnerName: boolean };
  /** The requested lists, including empty ones. */
  readonly lists: readonly (readonly [List, readonly FoundTransaction[]])[];
  readonly information?: StandingOrder[];
  readonly balances?: Balance[];
  readonly pages?: Pages;
}

interface PageOptions {
  /** Number of entries on a page. */
  readonly size?: number;
  /** Balances are on the first page; a download, which begins with the last page, has them there. */
  readonly balancesOnAnyPage?: boolean;
}

/**
 * Reads a page of the entries of a period, newest first. Faults of the request itself are refused before consent is asked,
 * because that counts the access. A further page belongs to the access of its first page and is not counted.
 */
export async function readAccountReport(
  context: AccountsContext,
  request: Listing,
  resource: AccountDetails['kind'],
  { size = context.profile.limits.pageSize, balancesOnAnyPage = false }: PageOptions = {},
): Promise<AccountReport> {
  const { lists, standingOrders } = ASKED_FOR[request.bookingStatus];
  if (standingOrders && resource === 'card') throw new Xs2aError('parameterNotSupported', { path: 'bookingStatus' });
  const token = openPageToken(context, request);
  const isFirst = token === undefined;
  // Standing orders alone have neither dates nor balances: these parameters are ignored (decision 19).
  const hasEntries = lists.length > 0;
  const period = hasEntries && isFirst && !isDelta(request) ? transactionPeriod(context, request) : undefined;
  const referenced = hasEntries && isFirst ? await findReferencedSequence(context, request, resource) : undefined;
  const parts: AccountPart[] = [];
  if (request.withBalance && (isFirst || balancesOnAnyPage) && hasEntries) parts.push('balances');
  if (standingOrders && isFirst) parts.push('standingOrders');
  const consented = await findConsentedAccount(context, request, 'transactions', {
    resource,
    parts,
    isCounted: () => isFirst && referenced !== null,
    oldest: () => period && { day: period.from, path: 'dateFrom' },
  });
  const { account, rights, accessQuota, mayReadOwnerName } = consented;
  const mayReadBalances = rights.includes('balances');
  const firstRange = (): Range | Promise<Range> =>
    period === undefined ? deltaRange(context, request, { lists, referenced, consented }) : { lists, ...period };
  const page = hasEntries
    ? await readPage(context, request, { consented, token, size, range: token?.stretch ?? (await firstRange()) })
    : undefined;
  const entries = page?.entries ?? [];
  return {
    account,
    may: { mayReadBalances, mayReadOwnerName },
    ...(accessQuota && { accessQuota }),
    lists: lists.map((list) => [list, entries.filter(({ bookingStatus }) => bookingStatus === list)]),
    ...(parts.includes('standingOrders') && {
      information: (account.standingOrders?.entries ?? []).map(standingOrderView),
    }),
    ...(account.balances && mayReadBalances && { balances: account.balances.entries }),
    ...(page?.pages && { pages: page.pages }),
  };
}

interface PageRequest {
  readonly consented: ConsentedAccount;
  readonly token: PageToken | undefined;
  readonly size: number;
  readonly range: Range;
}

async function readPage(
  context: AccountsContext,
  request: Listing,
  { consented, token, size, range }: PageRequest,
): Promise<{ entries: readonly FoundTransaction[]; pages: Pages | undefined }> {
  const paged = { sources: sourcesOf(consented.account), range, first: token?.first, size };
  // A report of the past does not cover entries that have arrived since.
  const reachesPresent = token === undefined && range.to >= bankDay(context.now(), context.profile);
  const latest = reachesPresent ? await findLatestOfSources(context, paged) : [];
  const page = await findPage(context, paged, token?.cursor);
  if (reachesPresent) {
    const later = await findLatestOfLaterLists(context, paged, page);
    const entries = [...latest, ...page.entries, ...later];
    await storeDeltaCursors(context, request.tpp.id, { consented, entries, to: range.to });
  }
  return { entries: page.entries, pages: pageTokens(context, request, { page, range, token }) };
}
