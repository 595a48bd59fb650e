import type {
  Balance,
  BookingStatus,
  listTransactions,
  Pages,
  QuotaReply,
  RequestOf,
  StandingOrder,
} from '@xs2a/contracts';
import { Xs2aError } from '@xs2a/contracts';
import { bankDay } from '@xs2a/service-kit';
import { type ConsentedAccount, useConsentForAccount } from '../access/find-consented-account.ts';
import { sourcesOf } from '../access/sub-account-parts.ts';
import type { AccountsContext } from '../context.ts';
import type { AccountDetails, AccountPart, KnownAccount } from '../model/account.ts';
import type { List } from '../model/transaction.ts';
import { deltaStretch, findNewestOfSources, findReferred, isDelta, storeMark } from './delta.ts';
import { openPage, type PageToken, pagesAround } from './page-token.ts';
import { type Found, findPage, type Stretch } from './transaction-page.ts';
import { type Period, transactionPeriod } from './transaction-period.ts';

/** The lists that each bookingStatus asks for, and whether for standing orders too (field guide 7.5). */
const ASKED_FOR: Readonly<Record<BookingStatus, { lists: List[]; standingOrders: boolean }>> = {
  booked: { lists: ['booked'], standingOrders: false },
  pending: { lists: ['pending'], standingOrders: false },
  both: { lists: ['pending', 'booked'], standingOrders: false },
  information: { lists: [], standingOrders: true },
  all: { lists: ['pending', 'booked'], standingOrders: true },
};

/** A page of the entries of an account, and what was asked for with it. */
export interface Report extends QuotaReply {
  readonly account: KnownAccount;
  /** The lists that were asked for, empty ones included. */
  readonly lists: readonly (readonly [List, readonly Found[]])[];
  readonly information?: StandingOrder[];
  readonly balances?: Balance[];
  readonly pages?: Pages;
}

export interface PageOptions {
  /** Entries of a page. */
  readonly size?: number;
  /** Balances stand at the top of the first page; a report that is read from its end has them where it begins. */
  readonly balancesOnAnyPage?: boolean;
}

/**
 * A page of the entries of a period, newest first. What can be refused by the request alone is refused before the consent
 * is asked, which counts the access. A further page belongs to the access that its first page was.
 */
export async function reportOf(
  context: AccountsContext,
  request: RequestOf<typeof listTransactions>,
  resource: AccountDetails['kind'],
  { size = context.profile.limits.pageSize, balancesOnAnyPage = false }: PageOptions = {},
): Promise<Report> {
  const { lists, standingOrders } = ASKED_FOR[request.bookingStatus];
  if (standingOrders && resource === 'card') throw new Xs2aError('parameterNotSupported', { path: 'bookingStatus' });
  const token = await openPage(context, request);
  const isFirst = token === undefined;
  // Standing orders alone have no dates and no balances: such parameters are ignored (field guide 7.5).
  const hasEntries = lists.length > 0;
  const period = hasEntries && isFirst && !isDelta(request) ? transactionPeriod(context, request) : undefined;
  const referred = hasEntries && isFirst ? await findReferred(context, request, resource) : undefined;
  const parts: AccountPart[] = [];
  if (request.withBalance && (isFirst || balancesOnAnyPage) && hasEntries) parts.push('balances');
  if (standingOrders && isFirst) parts.push('standingOrders');
  const consented = await useConsentForAccount(context, request, 'transactions', {
    resource,
    parts,
    isCounted: () => isFirst && referred !== null,
    oldest: () => period && { day: period.from, path: 'dateFrom' },
  });
  const { account, rights, accessQuota } = consented;
  const page = hasEntries
    ? await pageOf(context, request, {
        consented,
        token,
        size,
        stretchOf: () => firstStretch(context, request, { lists, period, referred, consented }),
      })
    : undefined;
  return {
    account,
    ...(accessQuota && { accessQuota }),
    lists: lists.map((list) => [list, (page?.entries ?? []).filter(({ bookingStatus }) => bookingStatus === list)]),
    ...(parts.includes('standingOrders') && { information: account.standingOrders?.entries ?? [] }),
    ...(account.balances && rights.includes('balances') && { balances: account.balances.entries }),
    ...(page?.pages && { pages: page.pages }),
  };
}

type Listing = RequestOf<typeof listTransactions>;

/** What the first page and those after it are pages of. */
function firstStretch(
  context: AccountsContext,
  request: Listing,
  { period, ...delta }: { period: Period | undefined } & Parameters<typeof deltaStretch>[2],
): Stretch | Promise<Stretch> {
  return period === undefined ? deltaStretch(context, request, delta) : { lists: delta.lists, ...period };
}

async function pageOf(
  context: AccountsContext,
  request: Listing,
  {
    consented,
    token,
    size,
    stretchOf,
  }: {
    consented: ConsentedAccount;
    token: PageToken | undefined;
    size: number;
    stretchOf: () => Stretch | Promise<Stretch>;
  },
): Promise<{ entries: readonly Found[]; pages: Pages | undefined }> {
  const stretch = token?.stretch ?? (await stretchOf());
  const walk = { sources: sourcesOf(consented.account), stretch, first: token?.first, size };
  // A report of the past says nothing about what came since.
  const isMarked = token === undefined && stretch.to >= bankDay(context.now(), context.profile);
  const newest = isMarked ? await findNewestOfSources(context, walk) : [];
  const page = await findPage(context, walk, token?.cursor);
  if (isMarked) await storeMark(context, request, { consented, entries: [...newest, ...page.entries] });
  return { entries: page.entries, pages: await pagesAround(context, request, { page, stretch, token }) };
}
