import type { Document } from 'mongodb';
import type { Clock } from '../clock.ts';
import type { Log } from '../observability/log.ts';
import { isDuplicateKey } from '../storage/create-once.ts';
import type { Database } from '../storage/database.ts';
import type { HistoryEntry } from './history.ts';
import { checkpointOf, HISTORY_CHECKPOINTS, type HistoryCheckpoint, type HistoryHead } from './history-checkpoint.ts';

/** A checkpoint is hashed in one step, while requests wait. */
export const HEADS_MAX = 1_000;
/** Batch sizes. By default MongoDB sends 16 MB per batch, and reading it blocks the process. */
const BATCH = { heads: 1_000, checkpoints: 1 };
/** A change is stored shortly after its date, by a clock that may differ slightly from this one. */
const OVERLAP_MS = 60_000;
const DAY_MS = 86_400_000;

interface CheckpointContext {
  readonly database: Database;
  readonly now: Clock;
  readonly log: Log;
}

/**
 * Writes a checkpoint of every history that changed since the last one. Returns the number of histories covered. Logs the hash of
 * each checkpoint: an external log proves that the database was not rebuilt as a whole.
 */
export async function writeCheckpoints(context: CheckpointContext): Promise<number> {
  const checkpoints = context.database.db.collection<HistoryCheckpoint>(HISTORY_CHECKPOINTS.name);
  const last = await checkpoints.findOne({}, { sort: { _id: -1 } });
  const since = new Date((last?.at.getTime() ?? OVERLAP_MS) - OVERLAP_MS);
  const known = await headsWrittenSince(context.database, since);
  const at = context.now();
  // Later checkpoints of a run may never be written, so only the last one says that all changes up to its date are covered.
  const coveredUntil = last?.at ?? new Date(0);
  let previous = last;
  let count = 0;
  let heads: HistoryHead[] = [];
  const write = async (until: Date): Promise<boolean> => {
    const _id = (previous?._id ?? 0) + 1;
    const checkpoint = checkpointOf({ _id, at: until, previous: previous?.hash ?? '', heads });
    if (!(await storeCheckpoint(context, checkpoint))) return false;
    previous = checkpoint;
    count += heads.length;
    heads = [];
    return true;
  };
  // Changes by a developer's clock that is ahead (decision 102) are covered when that day has come, not again every minute until
  // then.
  const horizon = new Date(at.getTime() + DAY_MS);
  for await (const head of headsChangedSince(context.database, since, horizon)) {
    if (known.has(keyOf(head))) continue;
    if (heads.length === HEADS_MAX && !(await write(coveredUntil))) return count;
    heads.push(head);
  }
  if (heads.length > 0) await write(at);
  return count;
}

/** Returns false if another replica wrote this checkpoint at the same moment; that replica covers the rest, too. */
export async function storeCheckpoint(
  { database, log }: Pick<CheckpointContext, 'database' | 'log'>,
  checkpoint: HistoryCheckpoint,
): Promise<boolean> {
  try {
    await database.db.collection<HistoryCheckpoint>(HISTORY_CHECKPOINTS.name).insertOne(checkpoint);
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
  log.info({ event: 'sealed', seal: `${checkpoint._id} ${checkpoint.hash}`, count: checkpoint.heads.length });
  return true;
}

async function* headsChangedSince({ db, stored }: Database, since: Date, horizon: Date): AsyncGenerator<HistoryHead> {
  const head: Document = { entries: { $size: '$history' }, last: { $last: '$history' } };
  for (const { name, checkpointsWhere, checkpointsSince } of stored.filter(({ hasCheckpoints }) => hasCheckpoints)) {
    const moved = { 'history.at': { $gte: since } };
    const filter = checkpointsSince === undefined ? moved : { $or: [moved, { [checkpointsSince]: { $gte: since } }] };
    const changed = db
      .collection<{ _id: string }>(name)
      .find({ ...checkpointsWhere, ...filter }, { batchSize: BATCH.heads })
      .project<{ _id: string; entries: number; last: HistoryEntry }>(head);
    for await (const { _id, entries, last } of changed) {
      if (last.at < horizon) yield { collection: name, id: _id, entries, hash: last.hash };
    }
  }
}

/** Earlier checkpoints of a run have the date of the previous run, so reading begins with the newest one before `since`. */
async function headsWrittenSince({ db }: Database, since: Date): Promise<Set<string>> {
  const known = new Set<string>();
  const checkpoints = db.collection<HistoryCheckpoint>(HISTORY_CHECKPOINTS.name);
  const before = await checkpoints.findOne({ at: { $lt: since } }, { sort: { at: -1 }, projection: { at: 1 } });
  const recent = checkpoints
    .find({ at: { $gte: before?.at ?? since } }, { batchSize: BATCH.checkpoints })
    .project<{ heads: Omit<HistoryHead, 'hash'>[] }>({ 'heads.collection': 1, 'heads.id': 1, 'heads.entries': 1 });
  for await (const { heads } of recent) for (const head of heads) known.add(keyOf(head));
  return known;
}

function keyOf({ collection, id, entries }: Omit<HistoryHead, 'hash'>): string {
  return `${collection}/${id}/${entries}`;
}
