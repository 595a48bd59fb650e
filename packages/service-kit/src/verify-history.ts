import type { Db } from 'mongodb';
import { brokenEntry, type HistoryEntry } from './history.ts';
import { SEALS, type Seal, type SealedHead, sealed } from './seals.ts';

/** Something that is not as it was written. */
export interface Finding {
  /** `payments/<id>` or `seals/<number>`. */
  readonly where: string;
  readonly what: string;
}

export interface Verified {
  readonly documents: number;
  readonly entries: number;
  readonly seals: number;
  /** Of the newest seal, to be compared with one that was kept elsewhere. */
  readonly newestSeal?: string;
  readonly findings: readonly Finding[];
}

interface Trailed {
  _id: string;
  history?: HistoryEntry[];
}

/**
 * Reads the evidence of one service's database: each history as a chain, the seals as a chain, and each sealed history
 * as it was when it was sealed. Finds one entry altered, one document gone, one seal altered or gone.
 */
export async function verifyHistory(db: Db): Promise<Verified> {
  const findings: Finding[] = [];
  const { heads, ...seals } = await verifySeals(db, findings);
  const collections = new Set(heads.keys());
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
    // What moved a moment ago has no seal yet: its own chain is verified all the same.
    const isTrailed = await db
      .collection(name)
      .findOne({ 'history.hash': { $exists: true } }, { projection: { _id: 1 } });
    if (isTrailed !== null) collections.add(name);
  }
  let documents = 0;
  let entries = 0;
  for (const name of collections) {
    const sealedHeads = heads.get(name) ?? new Map<string, SealedHead[]>();
    const stored = db.collection<Trailed>(name).find({}, { projection: { history: 1 } });
    for await (const { _id, history = [] } of stored) {
      documents += 1;
      entries += history.length;
      findings.push(...findingsOf(`${name}/${_id}`, history, sealedHeads.get(_id) ?? []));
      sealedHeads.delete(_id);
    }
    findings.push(...[...sealedHeads.keys()].map((id) => ({ where: `${name}/${id}`, what: 'is gone' })));
  }
  return { documents, entries, ...seals, findings };
}

function findingsOf(where: string, history: readonly HistoryEntry[], heads: readonly SealedHead[]): Finding[] {
  const broken = brokenEntry(history);
  if (broken !== undefined) return [{ where, what: `entry ${broken + 1} is not as it was written` }];
  const unlike = heads.find(({ entries, hash }) => history[entries - 1]?.hash !== hash);
  return unlike === undefined ? [] : [{ where, what: `is not as it was sealed with ${unlike.entries} entries` }];
}

type HeadsByCollection = Map<string, Map<string, SealedHead[]>>;

async function verifySeals(
  db: Db,
  findings: Finding[],
): Promise<{ seals: number; newestSeal?: string; heads: HeadsByCollection }> {
  const heads: HeadsByCollection = new Map();
  let last: Seal | undefined;
  for await (const seal of db.collection<Seal>(SEALS.name).find().sort({ _id: 1 })) {
    const where = `seals/${seal._id}`;
    const { hash, ...content } = seal;
    if (sealed(content).hash !== hash) findings.push({ where, what: 'is not as it was written' });
    if (seal._id !== (last?._id ?? 0) + 1 || seal.previous !== (last?.hash ?? '')) {
      findings.push({ where, what: 'does not follow on the seal before it' });
    }
    for (const head of seal.heads) remember(heads, head);
    last = seal;
  }
  const newest = last === undefined ? {} : { newestSeal: `${last._id} ${last.hash}` };
  return { seals: last?._id ?? 0, ...newest, heads };
}

function remember(heads: HeadsByCollection, head: SealedHead): void {
  const ofCollection = heads.get(head.collection) ?? new Map<string, SealedHead[]>();
  ofCollection.set(head.id, [...(ofCollection.get(head.id) ?? []), head]);
  heads.set(head.collection, ofCollection);
}
