import type { Db } from 'mongodb';
import { brokenEntry, type HistoryEntry } from './history.ts';
import { checkpointOf, HISTORY_CHECKPOINTS, type HistoryCheckpoint, type HistoryHead } from './history-checkpoint.ts';

/** A deviation from the recorded evidence. */
interface Finding {
  /** `payments/<id>` or `seals/<number>`. */
  readonly where: string;
  readonly what: string;
}

export interface Verified {
  readonly documents: number;
  readonly entries: number;
  readonly checkpoints: number;
  /** Number and hash of the newest checkpoint, for comparison with an external copy. */
  readonly newestCheckpoint?: string;
  readonly findings: readonly Finding[];
}

interface DocumentWithHistory {
  _id: string;
  history?: HistoryEntry[];
}

/**
 * Verifies the evidence in one service's database: the chain of each history, the chain of the checkpoints, and each history
 * against its checkpoints. Detects an altered entry, a removed document, and an altered or removed checkpoint.
 */
export async function verifyHistory(db: Db, onHistory: (count: number) => void = () => undefined): Promise<Verified> {
  const findings: Finding[] = [];
  const { heads, ...checkpoints } = await verifyCheckpoints(db, findings);
  const collections = new Set(heads.keys());
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
    // A very recent change has no checkpoint yet. The chain of its history is verified all the same.
    const hasHistory = await db
      .collection(name)
      .findOne({ 'history.hash': { $exists: true } }, { projection: { _id: 1 } });
    if (hasHistory !== null) collections.add(name);
  }
  let documents = 0;
  let entries = 0;
  for (const name of collections) {
    const knownHeads = heads.get(name) ?? new Map<string, HistoryHead[]>();
    const stored = db.collection<DocumentWithHistory>(name).find({}, { projection: { history: 1 } });
    for await (const { _id, history = [] } of stored) {
      onHistory(++documents);
      entries += history.length;
      findings.push(...findingsOf(`${name}/${_id}`, history, knownHeads.get(_id) ?? []));
      knownHeads.delete(_id);
    }
    const gone = [...knownHeads].filter(([, ofDocument]) => ofDocument.at(-1)?.deleted !== true);
    findings.push(...gone.map(([id]) => ({ where: `${name}/${id}`, what: 'is gone' })));
  }
  return { documents, entries, ...checkpoints, findings };
}

function findingsOf(where: string, history: readonly HistoryEntry[], heads: readonly HistoryHead[]): Finding[] {
  const broken = brokenEntry(history);
  if (broken !== undefined) return [{ where, what: `entry ${broken + 1} is not as it was written` }];
  const differing = heads.find(({ entries, hash }) => history[entries - 1]?.hash !== hash);
  return differing === undefined
    ? []
    : [{ where, what: `differs from its checkpoint at ${differing.entries} entries` }];
}

type HeadsByCollection = Map<string, Map<string, HistoryHead[]>>;

async function verifyCheckpoints(
  db: Db,
  findings: Finding[],
): Promise<{ checkpoints: number; newestCheckpoint?: string; heads: HeadsByCollection }> {
  const heads: HeadsByCollection = new Map();
  let last: HistoryCheckpoint | undefined;
  for await (const checkpoint of db.collection<HistoryCheckpoint>(HISTORY_CHECKPOINTS.name).find().sort({ _id: 1 })) {
    const where = `seals/${checkpoint._id}`;
    const { hash, ...content } = checkpoint;
    if (checkpointOf(content).hash !== hash) findings.push({ where, what: 'is not as it was written' });
    if (checkpoint._id !== (last?._id ?? 0) + 1 || checkpoint.previous !== (last?.hash ?? '')) {
      findings.push({ where, what: 'does not follow the checkpoint before it' });
    }
    for (const head of checkpoint.heads) addHead(heads, head);
    last = checkpoint;
  }
  const newest = last === undefined ? {} : { newestCheckpoint: `${last._id} ${last.hash}` };
  return { checkpoints: last?._id ?? 0, ...newest, heads };
}

function addHead(heads: HeadsByCollection, head: HistoryHead): void {
  const ofCollection = heads.get(head.collection) ?? new Map<string, HistoryHead[]>();
  ofCollection.set(head.id, [...(ofCollection.get(head.id) ?? []), head]);
  heads.set(head.collection, ofCollection);
}
