import { findBytes } from '@xs2a/service-kit';
import { type Filter, MaxKey, MinKey } from 'mongodb';
import { z } from 'zod';
import type { AccountsContext } from '../context.ts';
import { BY_ARRIVAL, BY_DATE, List, type StoredTransaction } from '../model/transaction.ts';
import { FoundTransaction } from './found-transaction.ts';

/** Position of an entry in the order of lists. */
export const Position = z.object({ list: List, entryDate: z.string(), sequence: z.number(), id: z.string() });
export type Position = z.infer<typeof Position>;

/**
 * The entries that are divided into pages: one list after the other, each from its newest entry on. Days are inclusive. A list in
 * `after` is a delta list: for each source, the entries that arrived after this sequence, in the order of arrival; for a source
 * that is not named there, all entries.
 */
export const Range = z.object({
  lists: z.array(List),
  from: z.string(),
  to: z.string(),
  after: z.partialRecord(List, z.record(z.string(), z.number())).optional(),
});
export type Range = z.infer<typeof Range>;

/** Start of a page (`forward`, inclusive) or its end (`back`, exclusive; without `at` the last page). */
export const Cursor = z.object({ direction: z.enum(['forward', 'back']), at: Position.optional() });
export type Cursor = z.infer<typeof Cursor>;

/** Entries in the order of lists, and the cursors of the neighbouring pages. */
export interface Page {
  readonly entries: readonly FoundTransaction[];
  readonly next?: Cursor;
  readonly previous?: Cursor;
}

/** Query whose result is split into pages. */
export interface PagedRange {
  /** The bank's ids of the account, or of the sub-accounts of an aggregated one, whose entries are merged. */
  readonly sources: readonly string[];
  readonly range: Range;
  /** Start of the first page. Entries that have arrived in its list since are not shown. */
  readonly first?: Position | undefined;
  /** Number of entries on a page. */
  readonly size: number;
}

type Transactions = Pick<AccountsContext, 'transactions'>;

/** Finds the page at a cursor, by default the first. Reads one more entry, to know whether another page follows. */
export function findPage(context: Transactions, paged: PagedRange, cursor: Cursor | undefined): Promise<Page> {
  return cursor?.direction === 'back' ? findBack(context, paged, cursor) : findForward(context, paged, cursor);
}

async function findForward(context: Transactions, paged: PagedRange, cursor: Cursor | undefined): Promise<Page> {
  const found = await findInLists(context, paged, { lists: paged.range.lists, cursor });
  const [first] = found;
  const beyond = found[paged.size];
  const isFirst = cursor?.at === undefined || cursor.at.id === paged.first?.id;
  return {
    entries: found.slice(0, paged.size),
    ...(beyond && { next: { direction: 'forward', at: positionOf(beyond) } }),
    ...(!isFirst && { previous: { direction: 'back', at: first ? positionOf(first) : cursor.at } }),
  };
}

async function findBack(context: Transactions, paged: PagedRange, cursor: Cursor): Promise<Page> {
  const found = await findInLists(context, paged, { lists: paged.range.lists.toReversed(), cursor });
  const entries = found.slice(0, paged.size).toReversed();
  const [first] = entries;
  return {
    entries,
    ...(cursor.at && { next: { direction: 'forward', at: cursor.at } }),
    ...(first && found.length > paged.size && { previous: { direction: 'back', at: positionOf(first) } }),
  };
}

/** Finds the entries from the cursor on, list after list, up to one more than fit on a page. */
async function findInLists(
  context: Transactions,
  paged: PagedRange,
  { lists, cursor }: { lists: readonly List[]; cursor: Cursor | undefined },
): Promise<FoundTransaction[]> {
  const found: FoundTransaction[] = [];
  const start = cursor?.at === undefined ? 0 : lists.indexOf(cursor.at.list);
  for (const list of lists.slice(start)) {
    const limit = paged.size + 1 - found.length;
    if (limit > 0) found.push(...(await findInList(context, paged, { list, cursor, limit })));
  }
  return found;
}

interface Order {
  readonly index: Readonly<Record<string, 1 | -1>>;
  readonly keyOf: (position: Position) => object;
  readonly newest: object;
  /** The first key after the range. */
  readonly end: object;
  /** Whether a position in the merged list, possibly of an entry of another source, is after the range of this source. */
  readonly isAfter: (position: Position) => boolean;
  readonly filter: Filter<StoredTransaction>;
}

/** Returns the index for a list, and the position of the range in it. */
function orderOf({ from, to, after }: Range, list: List, source: string): Order {
  const sequences = after?.[list];
  if (sequences === undefined) {
    return {
      index: BY_DATE,
      keyOf: ({ entryDate, sequence, id }) => ({ entryDate, sequence, _id: id }),
      newest: { entryDate: to, sequence: new MaxKey(), _id: new MinKey() },
      end: { entryDate: from, sequence: new MinKey(), _id: new MaxKey() },
      isAfter: () => false,
      filter: {},
    };
  }
  const reported = sequences[source];
  return {
    index: BY_ARRIVAL,
    keyOf: ({ sequence, id }) => ({ sequence, _id: id }),
    newest: { sequence: new MaxKey(), _id: new MinKey() },
    end: { sequence: reported ?? new MinKey(), _id: new MinKey() },
    isAfter: ({ sequence }) => reported !== undefined && sequence <= reported,
    filter: { entryDate: { $gte: from } },
  };
}

interface ListQuery {
  readonly list: List;
  readonly cursor: Cursor | undefined;
  readonly limit: number;
}

/**
 * Finds entries of one list, merged from all sources. Each source is read up to the limit in its own index, so the first entries
 * of the merged list are among those read.
 */
async function findInList(context: Transactions, paged: PagedRange, query: ListQuery): Promise<FoundTransaction[]> {
  const found = await Promise.all(paged.sources.map((source) => findInSource(context, paged, source, query)));
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  const byArrival = paged.range.after?.[query.list] !== undefined;
  const merged = found.flat().sort((one, other) => compare(one, other, byArrival));
  return (query.cursor?.direction === 'back' ? merged.reverse() : merged).slice(0, query.limit);
}

/** Compares in the order of the indexes, without the source. */
function compare(one: FoundTransaction, other: FoundTransaction, byArrival: boolean): number {
  if (!byArrival && one.entryDate !== other.entryDate) return one.entryDate > other.entryDate ? -1 : 1;
  return other.sequence - one.sequence || (one._id < other._id ? -1 : 1);
}

/**
 * Finds entries of one list and source between two keys of the index. The database reads nothing outside them, so the last page
 * costs as much as the first. Documents are read whole and as bytes: a projection costs the database more than it saves.
 */
async function findInSource(
  { transactions }: Transactions,
  { range, first }: PagedRange,
  bankAccountId: string,
  { list, cursor, limit }: ListQuery,
): Promise<FoundTransaction[]> {
  const { index, keyOf, newest, end, isAfter, filter } = orderOf(range, list, bankAccountId);
  const isBack = cursor?.direction === 'back';
  const inList = (position: Position | undefined) => (position?.list === list ? position : undefined);
  const at = inList(cursor?.at);
  const start = (!isBack && at) || inList(first);
  // The database refuses a min that is not before max.
  if (start && isAfter(start)) return [];
  const key = { bankAccountId, bookingStatus: list };
  const reversed = Object.fromEntries(
    Object.entries(index).map(([field, order]) => [field, order === 1 ? -1 : 1] as const),
  );
  const cursors = await findBytes(transactions, {
    filter,
    hint: index,
    min: { ...key, ...(start ? keyOf(start) : newest) },
    max: { ...key, ...(isBack && at && !isAfter(at) ? keyOf(at) : end) },
    sort: isBack ? reversed : index,
    limit,
  });
  return cursors.flatMap((cursor) => FoundTransaction.inBatch(cursor));
}

export function positionOf({ bookingStatus, entryDate, sequence, _id }: FoundTransaction): Position {
  return { list: bookingStatus, entryDate, sequence, id: _id };
}
