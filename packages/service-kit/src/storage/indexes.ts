import { createHash } from 'node:crypto';
import { BSON, type Db, type Document, type IndexDescription, MongoServerError } from 'mongodb';
import { endedIndex } from './retained.ts';
import { hasQueue, type Queue, type StoredCollection } from './stored-collection.ts';

const QUEUES = ['outbox', 'notices'] as const satisfies readonly Queue[];
/** Index of documents by the due time of their oldest message. */
const queueIndex = (queue: Queue) => ({
  key: { [`${queue}.0.nextAt`]: 1 } as const,
  name: `${queue}_first_due`,
  partialFilterExpression: { [`${queue}.0`]: { $exists: true } },
});

/** IndexOptionsConflict and IndexKeySpecsConflict: another replica has just created a different index of this name. */
const CONFLICTS = new Set<unknown>([85, 86]);
const NAMESPACE_NOT_FOUND = 26;

type Present = Document & { readonly name: string };

/** The indexes of a collection that requests use. */
export function indexesOf(stored: StoredCollection): readonly IndexDescription[] {
  return [...stored.indexes, ...QUEUES.filter((queue) => hasQueue(stored, queue)).map(queueIndex)];
}

/** The indexes of a collection that only jobs and metrics use. A service works while they are being built. */
export function backgroundIndexesOf({ lateFields = {}, retained }: StoredCollection): readonly IndexDescription[] {
  const late = Object.keys(lateFields).map((field) => ({
    key: { [field]: 1, _id: 1 } as const,
    name: `late_${field}`,
  }));
  return [...late, ...(retained === undefined ? [] : [endedIndex(retained)])];
}

/** Whether the indexes that only jobs and metrics use have been built. */
export async function hasBackgroundIndexes(db: Db, stored: StoredCollection): Promise<boolean> {
  const present = (await presentIndexes(db, stored.name)).map(({ name }) => name);
  return backgroundIndexesOf(stored).every(({ name = '' }) => present.includes(name));
}

/**
 * Creates missing indexes, and returns the names of all as they are in the database. An index of the same name with another
 * definition belongs to another version that may be running: it stays, and this one gets another name. Only the period of a
 * TTL index is changed in place, because MongoDB permits no second index that differs by it alone.
 */
export async function ensureIndexes(db: Db, name: string, wanted: readonly IndexDescription[]): Promise<string[]> {
  const collection = db.collection(name);
  let present = await presentIndexes(db, name);
  const names: string[] = [];
  for (const index of wanted) {
    for (let attempt = 1; ; attempt++) {
      const same = present.find((one) => definitionOf(one) === definitionOf(index));
      if (same !== undefined) {
        if (same['expireAfterSeconds'] !== index.expireAfterSeconds) await changePeriod(db, name, same, index);
        names.push(same.name);
        break;
      }
      const own = freeName(index, present);
      try {
        await collection.createIndexes([{ ...index, name: own }]);
        names.push(own);
        break;
      } catch (error) {
        if (attempt > 2 || !(error instanceof MongoServerError) || !CONFLICTS.has(error.code)) throw error;
      }
      present = await presentIndexes(db, name);
    }
  }
  return names;
}

export async function presentIndexes(db: Db, name: string): Promise<Present[]> {
  try {
    return (await db.collection(name).listIndexes().toArray()) as Present[];
  } catch (error) {
    if (error instanceof MongoServerError && error.code === NAMESPACE_NOT_FOUND) return [];
    throw error;
  }
}

async function changePeriod(db: Db, name: string, { name: index }: Present, wanted: IndexDescription): Promise<void> {
  const { expireAfterSeconds } = wanted;
  if (expireAfterSeconds !== undefined) await db.command({ collMod: name, index: { name: index, expireAfterSeconds } });
}

/** The definition of an index without its name. Whether it is a TTL index belongs to it, the period does not. */
function definitionOf({
  key,
  unique,
  sparse,
  partialFilterExpression,
  collation,
  expireAfterSeconds,
}: Document): string {
  const entries = [...(key instanceof Map ? key : Object.entries(key as object))];
  const options = { unique: unique === true, sparse: sparse === true, partialFilterExpression, collation };
  return BSON.EJSON.stringify({ entries, ...options, isTtl: expireAfterSeconds !== undefined }, { relaxed: true });
}

function freeName(index: IndexDescription, present: readonly Present[]): string {
  const name = index.name ?? Object.entries(index.key).flat().join('_');
  if (!present.some((one) => one.name === name)) return name;
  return `${name}_${createHash('sha256').update(definitionOf(index)).digest('hex').slice(0, 8)}`;
}
