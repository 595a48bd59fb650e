import { setTimeout as pause } from 'node:timers/promises';
import type { Document, Filter } from 'mongodb';
import type { Clock } from '../clock.ts';
import { isStopping } from '../context/request-context.ts';
import type { HistoryHead } from '../history/history-checkpoint.ts';
import { recordDeletions } from '../history/record-deletions.ts';
import type { Log } from '../observability/log.ts';
import type { Database } from '../storage/database.ts';
import { hasBackgroundIndexes } from '../storage/indexes.ts';
import {
  ENDED,
  endedBefore,
  filterStartedBefore,
  type ReferenceCheckContext,
  type Retained,
  retentionFieldOf,
} from '../storage/retained.ts';
import type { StoredCollection } from '../storage/stored-collection.ts';

/** Number of documents looked at in one step. */
const STEP = 500;
const DAY_MS = 86_400_000;

type Stored = { _id: string };
/** A collection whose documents are deleted some time. */
export type RetainedCollection = StoredCollection & { readonly retained: Retained };

export interface RetentionContext extends Pick<ReferenceCheckContext, 'bus'> {
  readonly database: Database;
  readonly now: Clock;
  readonly log: Log;
}

/**
 * Deletes documents that ended before the given number of days, or only counts them. Goes through all that have ended, in small
 * steps by their index, oldest first; another run finds what this one left. Does nothing while that index is being built. Returns the
 * number of documents due.
 */
export async function deleteEnded(
  context: RetentionContext,
  stored: RetainedCollection,
  { days, onlyCount }: { readonly days: number; readonly onlyCount: boolean },
): Promise<number> {
  if (!(await hasBackgroundIndexes(context.database.db, stored))) return 0;
  const date = retentionThreshold(context.now(), days);
  let due = 0;
  let last: Position | undefined;
  for (;;) {
    const startedAt = performance.now();
    const some = await findNextEnded(context.database, stored, date, last);
    const ids = await filterDeletable(context, stored, idsOf(some), date);
    due += onlyCount ? ids.length : await deleteDue(context, stored, ids, date);
    last = some.at(-1);
    if (some.length < STEP || isStopping()) return due;
    // Half of the time is left to requests.
    await pause(performance.now() - startedAt);
  }
}

/** The last moment at which a document must have ended for its term to have passed. */
export function retentionThreshold(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}

const idsOf = (some: readonly Stored[]): string[] => some.map(({ _id }) => _id);

interface Position {
  readonly _id: string;
  readonly since: unknown;
}

/** Returns the next documents that have ended and are old enough to be looked at. */
async function findNextEnded(
  { db }: Database,
  { name, retained }: RetainedCollection,
  date: Date,
  last: Position | undefined,
): Promise<Position[]> {
  const path = retentionFieldOf(retained);
  const found = db
    .collection(name)
    .find(filterStartedBefore(retained, date))
    .hint(ENDED)
    .sort({ [path]: 1, _id: 1 })
    // A projection of `history.0.at` would not find the first entry.
    .project<Position>({ since: retained.since === undefined ? { $first: '$history.at' } : `$${path}` });
  if (last === undefined) return found.limit(STEP).toArray();
  // The last document may be there still: reading begins with it.
  const some = await found
    .min({ [path]: last.since, _id: last._id })
    .limit(STEP + 1)
    .toArray();
  return some.filter(({ _id }) => _id !== last._id).slice(0, STEP);
}

/** Returns those of the documents that ended before a date and that nothing else needs. */
export async function filterDeletable(
  { database, bus }: RetentionContext,
  { name, retained }: RetainedCollection,
  ids: readonly string[],
  date: Date,
): Promise<string[]> {
  const db = database.db;
  const filter = { ...endedBefore(retained, date), _id: { $in: [...ids] } } as Filter<Stored>;
  const ended = idsOf(
    await db
      .collection<Stored>(name)
      .find(filter, { projection: { _id: 1 } })
      .toArray(),
  );
  if (ended.length === 0 || retained.stillNeeded === undefined) return ended;
  const needed = new Set(await retained.stillNeeded(ended, { db, bus }));
  return ended.filter((id) => !needed.has(id));
}

/**
 * Deletes documents that are due, each with its parts, and leaves the checkpoint by which verification knows of it. A document that
 * changed in the meantime stays. Returns the number of those deleted.
 */
export async function deleteDue(
  context: RetentionContext,
  { name, hasCheckpoints, retained }: RetainedCollection,
  ids: readonly string[],
  date: Date,
): Promise<number> {
  if (ids.length === 0) return 0;
  const { database } = context;
  const { parts = [] } = retained;
  const heads = [
    ...(hasCheckpoints ? await headsOf(database, name, { _id: { $in: ids } }) : []),
    ...(await Promise.all(
      parts
        .filter(({ hasHistory }) => hasHistory)
        .map(({ collection, by }) => headsOf(database, collection, { [by]: { $in: ids } })),
    )),
  ].flat();
  await recordDeletions(context, heads);
  const ended = endedBefore(retained, date);
  if (parts.length === 0) {
    const filter = { ...ended, _id: { $in: ids } } as Filter<Stored>;
    return (await database.db.collection<Stored>(name).deleteMany(filter)).deletedCount;
  }
  let deleted = 0;
  for (const id of ids) {
    deleted += await database.transaction(async (session) => {
      const filter = { ...ended, _id: id } as Filter<Stored>;
      const { deletedCount } = await database.db.collection<Stored>(name).deleteOne(filter, { session });
      if (deletedCount === 0) return 0;
      for (const { collection, by } of parts)
        await database.db.collection(collection).deleteMany({ [by]: id }, { session });
      return 1;
    });
  }
  return deleted;
}

async function headsOf({ db }: Database, collection: string, filter: Document): Promise<HistoryHead[]> {
  return db
    .collection<Stored>(collection)
    .find(filter as Filter<Stored>)
    .project<{ _id: string; entries: number; hash: string }>({
      entries: { $size: '$history' },
      hash: { $last: '$history.hash' },
    })
    .map(({ _id, entries, hash }): HistoryHead => ({ collection, id: _id, entries, hash, deleted: true }))
    .toArray();
}
