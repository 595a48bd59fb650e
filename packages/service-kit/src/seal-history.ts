import type { Document } from 'mongodb';
import type { Clock } from './clock.ts';
import { isDuplicateKey } from './create-once.ts';
import type { Database } from './database.ts';
import type { HistoryEntry } from './history.ts';
import type { Log } from './log.ts';
import { SEALS, type Seal, type SealedHead, sealed } from './seals.ts';

/** One seal must stay far below the largest document of MongoDB. */
const HEADS_MAX = 5_000;
/** A move is stored some moments after its date, by a clock that may differ a little from this one. */
const OVERLAP_MS = 60_000;

interface SealingRoom {
  readonly database: Database;
  readonly now: Clock;
  readonly log: Log;
}

/**
 * Seals what moved since the last seal. Returns how many histories. The hash of each seal is logged: whoever keeps the
 * log elsewhere can prove that the database was not made anew as a whole.
 */
export async function sealHistory(room: SealingRoom): Promise<number> {
  const seals = room.database.db.collection<Seal>(SEALS.name);
  const last = await seals.findOne({}, { sort: { _id: -1 } });
  const since = new Date((last?.at.getTime() ?? OVERLAP_MS) - OVERLAP_MS);
  const known = await headsSealedSince(room.database, since);
  const at = room.now();
  let previous = last;
  let count = 0;
  let heads: SealedHead[] = [];
  const close = async (): Promise<boolean> => {
    const seal = sealed({ _id: (previous?._id ?? 0) + 1, at, previous: previous?.hash ?? '', heads });
    if (!(await store(room, seal))) return false;
    previous = seal;
    count += heads.length;
    heads = [];
    return true;
  };
  for await (const head of headsMovedSince(room.database, since)) {
    if (known.has(keyOf(head))) continue;
    heads.push(head);
    if (heads.length === HEADS_MAX && !(await close())) return count;
  }
  if (heads.length > 0) await close();
  return count;
}

/** False where another replica made this link at the same moment: what is left is its business. */
async function store({ database, log }: SealingRoom, seal: Seal): Promise<boolean> {
  try {
    await database.db.collection<Seal>(SEALS.name).insertOne(seal);
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
  log.info({ event: 'sealed', seal: `${seal._id} ${seal.hash}`, count: seal.heads.length });
  return true;
}

async function* headsMovedSince({ db, stored }: Database, since: Date): AsyncGenerator<SealedHead> {
  const head: Document = { entries: { $size: '$history' }, last: { $last: '$history' } };
  for (const { name, sealedWhere } of stored.filter(({ isSealed }) => isSealed)) {
    const moved = db
      .collection<{ _id: string }>(name)
      .find({ ...sealedWhere, 'history.at': { $gte: since } })
      .project<{ _id: string; entries: number; last: HistoryEntry }>(head);
    for await (const { _id, entries, last } of moved) yield { collection: name, id: _id, entries, hash: last.hash };
  }
}

async function headsSealedSince({ db }: Database, since: Date): Promise<Set<string>> {
  const recent = await db
    .collection<Seal>(SEALS.name)
    .find({ at: { $gte: since } })
    .toArray();
  return new Set(recent.flatMap(({ heads }) => heads.map(keyOf)));
}

function keyOf({ collection, id, entries }: SealedHead): string {
  return `${collection}/${id}/${entries}`;
}
