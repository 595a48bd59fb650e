import { currentContext, findById } from '@xs2a/service-kit';
import type { Document } from 'mongodb';
import type { ConsentedAccount } from '../access/find-consented-account.ts';
import type { AccountsContext } from '../context.ts';
import { sourcesOf } from '../model/account.ts';
import { deltaCursorId } from '../model/delta-cursor.ts';
import { BY_ARRIVAL, BY_DATE, type KnownTransaction, type List } from '../model/transaction.ts';
import type { Page, PagedRange, Range } from './transaction-page.ts';

/** The last day of delta lists, which have none: an entry may be booked today for a day to come, and is reported once. */
export const LAST_DAY = '9999-12-31';

/** The same request again so soon is answered as before, as consent counts no access for it again (decision 18). */
const REPEATED_WITHIN_MS = 120_000;

/** Of an entry what a cursor is moved by. */
type Reported = Pick<KnownTransaction, 'bankAccountId' | 'bookingStatus' | 'sequence'>;

/**
 * How far earlier reports of the account to this TPP have come, by list and source. What this request itself has reported, when it
 * came before and its answer was lost, is no earlier report.
 */
export async function readDeltaCursors(
  { deltaCursors, now }: AccountsContext,
  tppId: string,
  consented: ConsentedAccount,
  lists: readonly List[],
): Promise<NonNullable<Range['after']>> {
  const after: NonNullable<Range['after']> = {};
  const sourceOf = new Map(
    sourcesOf(consented.account).map((source) => [deltaCursorId(tppId, consented, source), source]),
  );
  const { requestId } = currentContext();
  const since = repeatedSince(now());
  for (const { _id, before, ...reported } of await deltaCursors
    .find({ _id: { $in: [...sourceOf.keys()] } })
    .toArray()) {
    const source = sourceOf.get(_id);
    for (const list of lists) {
      const last = before?.[list];
      const isRepeated = last !== undefined && last.requestId === requestId && last.at > since;
      const sequence = isRepeated ? last.sequence : reported[list];
      if (source !== undefined && sequence !== undefined) after[list] = { ...after[list], [source]: sequence };
    }
  }
  return after;
}

/**
 * The latest entry in the range of each sub-account of an aggregated account; the first page of the merged list need not
 * hold one of each. Read before the page is: an entry that arrives in between is reported twice rather than never.
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
 * Of an account whose first page is not the last one: the entry that the next page begins with, and the latest of each list that
 * begins later. Such a list is read from its newest entry on when its page is, so it has what arrives in between too.
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
  asked: readonly Omit<Reach, 'sequence'>[],
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

/** How far a list of a source has been reported. */
interface Reach {
  readonly source: string;
  readonly list: List;
  readonly sequence: number;
}

/**
 * Stores how far a report that reaches to the present has come. Cursors only move forward, so one that has come as far already is
 * not written again: most reports have nothing new, and a write waits for a majority. None moves past an entry of a later day than
 * `to`, which the report has left out.
 */
export async function storeDeltaCursors(
  context: Pick<AccountsContext, 'deltaCursors' | 'transactions' | 'now'>,
  tppId: string,
  { consented, entries, to }: { consented: ConsentedAccount; entries: readonly Reported[]; to: string },
): Promise<void> {
  const { deltaCursors } = context;
  const reached = reachOf(entries);
  const idOf = (source: string): string => deltaCursorId(tppId, consented, source);
  const ids = [...new Set(reached.map(({ source }) => idOf(source)))];
  const stored = await Promise.all(ids.map((_id) => findById(deltaCursors, _id)));
  const cursors = new Map(ids.map((_id, index) => [_id, stored[index]]));
  const knownOf = ({ source, list }: Reach): number => cursors.get(idOf(source))?.[list] ?? -Infinity;
  const isAhead = (reach: Reach): boolean => reach.sequence > knownOf(reach);
  const ahead = reached.filter(isAhead);
  const before = await Promise.all(
    ahead.map((reach) => beforeLaterDays(context, reach, { known: knownOf(reach), to })),
  );
  const moved = Map.groupBy(before.filter(isAhead), ({ source }) => idOf(source));
  if (moved.size === 0) return;
  const request = { requestId: currentContext().requestId, at: context.now() };
  const writes = Array.from(moved, ([_id, lists]) => ({
    updateOne: { filter: { _id }, update: lists.map((reach) => ({ $set: moveTo(reach, request) })), upsert: true },
  }));
  await deltaCursors.bulkWrite(writes, { ordered: false });
}

/** A list after a request has moved it, as expressions of MongoDB. The request that comes again has moved it from where it first did. */
function moveTo({ list, sequence }: Reach, { requestId, at }: { requestId: string; at: Date }): Document {
  const before = `$before.${list}`;
  const isRepeated = {
    $and: [{ $eq: [`${before}.requestId`, { $literal: requestId }] }, { $gt: [`${before}.at`, repeatedSince(at)] }],
  };
  const last = { requestId: { $literal: requestId }, at, sequence: `$${list}` };
  return {
    [list]: { $max: [`$${list}`, sequence] },
    [`before.${list}`]: { $cond: [isRepeated, before, last] },
  };
}

function repeatedSince(at: Date): Date {
  return new Date(at.getTime() - REPEATED_WITHIN_MS);
}

/** Of each source and list the latest sequence. */
function reachOf(entries: readonly Reported[]): Reach[] {
  const latest = new Map<string, Reach>();
  for (const { bankAccountId: source, bookingStatus: list, sequence } of entries) {
    const key = `${list} ${source}`;
    if (sequence > (latest.get(key)?.sequence ?? -Infinity)) latest.set(key, { source, list, sequence });
  }
  return [...latest.values()];
}

/** Not further than before the first entry of a later day that is not known. Of the index it reads these days, and no document. */
async function beforeLaterDays(
  { transactions }: Pick<AccountsContext, 'transactions'>,
  reach: Reach,
  { known, to }: { known: number; to: string },
): Promise<Reach> {
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
