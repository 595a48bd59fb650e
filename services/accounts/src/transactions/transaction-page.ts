import { type Filter, MaxKey, MinKey } from 'mongodb';
import { z } from 'zod';
import type { AccountsContext } from '../context.ts';
import { BY_ARRIVAL, BY_DATE, type KnownTransaction, List, type StoredTransaction } from '../model/transaction.ts';

/** Where an entry stands in the order of lists. */
export const Place = z.object({ list: List, entryDate: z.string(), sequence: z.number(), id: z.string() });
export type Place = z.infer<typeof Place>;

/**
 * The entries that are walked: lists one after the other, each from its newest entry on. Days are inclusive. Of a list in
 * `after` only what came after the entry with that sequence, by source, and that in the order of its coming; of a source
 * without a sequence all.
 */
export const Stretch = z.object({
  lists: z.array(List),
  from: z.string(),
  to: z.string(),
  after: z.partialRecord(List, z.record(z.string(), z.number())).optional(),
});
export type Stretch = z.infer<typeof Stretch>;

/** Where a page begins (`forward`, that entry included) or ends (`back`, without it; without a place at the very end). */
export const Cursor = z.object({ direction: z.enum(['forward', 'back']), at: Place.optional() });
export type Cursor = z.infer<typeof Cursor>;

export type Found = Pick<
  KnownTransaction,
  '_id' | 'bankAccountId' | 'bookingStatus' | 'entryDate' | 'sequence' | 'entry'
>;

/** Entries in the order of lists, and where the neighbouring pages are. */
export interface Page {
  readonly entries: readonly Found[];
  readonly next?: Cursor;
  readonly previous?: Cursor;
}

export interface Walk {
  /** Whose entries: one account, or the sub-accounts of an aggregated one, whose entries are mixed. */
  readonly sources: readonly string[];
  readonly stretch: Stretch;
  /** Where the first page began: of that list nothing newer is shown. */
  readonly first?: Place | undefined;
  /** Entries of a page. */
  readonly size: number;
}

type Transactions = Pick<AccountsContext, 'transactions'>;

/** The page at a cursor; the first without one. Reads one entry more than it gives, to know whether a page follows. */
export function findPage(context: Transactions, walk: Walk, cursor: Cursor | undefined): Promise<Page> {
  return cursor?.direction === 'back' ? findBack(context, walk, cursor) : findForward(context, walk, cursor);
}

async function findForward(context: Transactions, walk: Walk, cursor: Cursor | undefined): Promise<Page> {
  const found = await collect(context, walk, { lists: walk.stretch.lists, cursor });
  const [first] = found;
  const beyond = found[walk.size];
  const isFirst = cursor?.at === undefined || cursor.at.id === walk.first?.id;
  return {
    entries: found.slice(0, walk.size),
    ...(beyond && { next: { direction: 'forward', at: placeOf(beyond) } }),
    ...(!isFirst && { previous: { direction: 'back', at: first ? placeOf(first) : cursor.at } }),
  };
}

async function findBack(context: Transactions, walk: Walk, cursor: Cursor): Promise<Page> {
  const found = await collect(context, walk, { lists: walk.stretch.lists.toReversed(), cursor });
  const entries = found.slice(0, walk.size).toReversed();
  const [first] = entries;
  return {
    entries,
    ...(cursor.at && { next: { direction: 'forward', at: cursor.at } }),
    ...(first && found.length > walk.size && { previous: { direction: 'back', at: placeOf(first) } }),
  };
}

/** The entries from the cursor on, list after list, until there is one more than a page holds. */
async function collect(
  context: Transactions,
  walk: Walk,
  { lists, cursor }: { lists: readonly List[]; cursor: Cursor | undefined },
): Promise<Found[]> {
  const found: Found[] = [];
  const start = cursor?.at === undefined ? 0 : lists.indexOf(cursor.at.list);
  for (const list of lists.slice(start)) {
    const limit = walk.size + 1 - found.length;
    if (limit > 0) found.push(...(await findInList(context, walk, { list, cursor, limit })));
  }
  return found;
}

interface Order {
  readonly index: Readonly<Record<string, 1 | -1>>;
  readonly keyOf: (place: Place) => object;
  readonly newest: object;
  /** The first place that does not belong to it any more. */
  readonly end: object;
  readonly filter: Filter<StoredTransaction>;
}

/** Which index a list is kept by, and where the stretch lies in it. */
function orderOf({ from, to, after }: Stretch, list: List, source: string): Order {
  const sequences = after?.[list];
  if (sequences === undefined) {
    return {
      index: BY_DATE,
      keyOf: (place) => ({ entryDate: place.entryDate, sequence: place.sequence, _id: place.id }),
      newest: { entryDate: to, sequence: new MaxKey(), _id: new MinKey() },
      end: { entryDate: from, sequence: new MinKey(), _id: new MaxKey() },
      filter: {},
    };
  }
  return {
    index: BY_ARRIVAL,
    keyOf: (place) => ({ sequence: place.sequence, _id: place.id }),
    newest: { sequence: new MaxKey(), _id: new MinKey() },
    end: { sequence: sequences[source] ?? new MinKey(), _id: new MinKey() },
    filter: { entryDate: { $gte: from } },
  };
}

interface Asked {
  readonly list: List;
  readonly cursor: Cursor | undefined;
  readonly limit: number;
}

/**
 * Entries of one list of all sources. Every source gives as many as are asked for: whichever they are, the first of the mix
 * are among them, and each source is read between two places of its own index.
 */
async function findInList(context: Transactions, walk: Walk, asked: Asked): Promise<Found[]> {
  const found = await Promise.all(walk.sources.map((source) => findInSource(context, walk, source, asked)));
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  const byArrival = walk.stretch.after?.[asked.list] !== undefined;
  const mixed = found.flat().sort((one, other) => compare(one, other, byArrival));
  return (asked.cursor?.direction === 'back' ? mixed.reverse() : mixed).slice(0, asked.limit);
}

/** The order of the indexes, which are the same for every source but for its key. */
function compare(one: Found, other: Found, byArrival: boolean): number {
  if (!byArrival && one.entryDate !== other.entryDate) return one.entryDate > other.entryDate ? -1 : 1;
  return other.sequence - one.sequence || (one._id < other._id ? -1 : 1);
}

/**
 * Entries of one list between two places of the index that it is kept by: whichever page it is, the database looks at
 * nothing before it and nothing after it (performance: a page costs the same at the start and at the end).
 */
function findInSource(
  { transactions }: Transactions,
  { stretch, first }: Walk,
  bankAccountId: string,
  { list, cursor, limit }: Asked,
): Promise<Found[]> {
  const { index, keyOf, newest, end, filter } = orderOf(stretch, list, bankAccountId);
  const back = cursor?.direction === 'back';
  const inList = (place: Place | undefined) => (place?.list === list ? keyOf(place) : undefined);
  const at = inList(cursor?.at);
  const key = { bankAccountId, bookingStatus: list };
  const reversed = Object.fromEntries(
    Object.entries(index).map(([field, way]) => [field, way === 1 ? -1 : 1] as const),
  );
  return transactions
    .find<Found>(filter, {
      hint: index,
      min: { ...key, ...((!back && at) || inList(first) || newest) },
      max: { ...key, ...((back && at) || end) },
      sort: back ? reversed : index,
      limit,
      projection: { bankAccountId: 1, bookingStatus: 1, entryDate: 1, sequence: 1, entry: 1 },
    })
    .toArray();
}

export function placeOf({ bookingStatus, entryDate, sequence, _id }: Found): Place {
  return { list: bookingStatus, entryDate, sequence, id: _id };
}
