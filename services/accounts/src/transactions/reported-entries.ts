import type { AccountsContext } from '../context.ts';
import { BY_ARRIVAL, BY_DATE, type KnownTransaction, type List } from '../model/transaction.ts';
import type { Page, PagedRange, Range } from './transaction-page.ts';

/** Last day of delta lists, which have no period: an entry may be booked today for a future day, and is reported once. */
export const LAST_DAY = '9999-12-31';

/** Fields of an entry that move a cursor. */
export type Reported = Pick<KnownTransaction, 'bankAccountId' | 'bookingStatus' | 'sequence'>;

/** Progress of reporting a list from one source. */
export interface ReportProgress {
  readonly source: string;
  readonly list: List;
  readonly sequence: number;
}

/**
 * Finds the latest entry in the range of each sub-account of an aggregated account; the first page of the merged list may lack
 * some of them. Read before the page: an entry that arrives in between is reported twice rather than never.
 */
export async function findLatestOfSources(
  context: Pick<AccountsContext, 'transactions'>,
  { sources, range }: Pick<PagedRange, 'sources' | 'range'>,
): Promise<Reported[]> {
  if (sources.length === 1) return [];
  return findLatest(
    context,
    range,
    sources.flatMap((source) => range.lists.map((list) => ({ source, list }))),
  );
}

/**
 * For an account with more than one page: returns the first entry of the next page, and the latest entry of each list that begins
 * later. Such a list is read from its newest entry on when its page is read, so it includes entries that arrive in between.
 */
export async function findLatestOfLaterLists(
  context: Pick<AccountsContext, 'transactions'>,
  { sources, range }: Pick<PagedRange, 'sources' | 'range'>,
  { entries, next }: Page,
): Promise<Reported[]> {
  const [source, ...others] = sources;
  const at = next?.at;
  if (source === undefined || others.length > 0 || at === undefined) return [];
  const begun = new Set([at.list, ...entries.map(({ bookingStatus }) => bookingStatus)]);
  const later = range.lists.filter((list) => !begun.has(list)).map((list) => ({ source, list }));
  const latest = await findLatest(context, range, later);
  return [{ bankAccountId: source, bookingStatus: at.list, sequence: at.sequence }, ...latest];
}

async function findLatest(
  { transactions }: Pick<AccountsContext, 'transactions'>,
  { from, to }: Range,
  asked: readonly Omit<ReportProgress, 'sequence'>[],
): Promise<Reported[]> {
  const latest = asked.map(({ source, list }) =>
    transactions.findOne<Reported>(
      { bankAccountId: source, bookingStatus: list, entryDate: { $gte: from, $lte: to } },
      {
        hint: BY_ARRIVAL,
        sort: { sequence: -1 },
        projection: { bankAccountId: 1, bookingStatus: 1, sequence: 1 },
      },
    ),
  );
  return (await Promise.all(latest)).filter((entry) => entry !== null);
}

/** Stops before the first unreported entry of a later day. Reads only the index for these days, no documents. */
export async function limitToPeriod(
  { transactions }: Pick<AccountsContext, 'transactions'>,
  reach: ReportProgress,
  { known, to }: { known: number; to: string },
): Promise<ReportProgress> {
  if (to === LAST_DAY) return reach;
  const days = {
    bankAccountId: reach.source,
    bookingStatus: reach.list,
    entryDate: { $gt: to },
    sequence: { $gt: known },
  };
  const [later] = await transactions
    .aggregate<Pick<Reported, 'sequence'>>(
      [{ $match: days }, { $group: { _id: null, sequence: { $min: '$sequence' } } }],
      { hint: BY_DATE },
    )
    .toArray();
  return later === undefined ? reach : { ...reach, sequence: Math.min(reach.sequence, later.sequence - 1) };
}
