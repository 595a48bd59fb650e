import type { Collection, Document, Filter, WithId } from 'mongodb';
import type { LateFields, StoredCollection } from './stored-collection.ts';

const READS = new Set(['findOne', 'findOneAndUpdate', 'findOneAndReplace', 'findOneAndDelete']);
/** Functions that complete documents read without the collection's own methods. */
const fillings = new WeakMap<object, (document: Document) => Document>();
/** Number of documents that are read at once. */
const BATCH_SIZE = 200;
/** Documents are counted up to this number, so that a scrape of the metrics stays cheap. */
export const COUNTED_MAX = 1_000;

/** Returns a document with its late fields. */
export function withLateFields<T extends Document>(late: LateFields<T>, document: T): T {
  const missing = Object.entries(late).filter(([field]) => document[field] === undefined);
  if (missing.length === 0) return document;
  return { ...document, ...Object.fromEntries(missing.map(([field, from]) => [field, from(document)])) };
}

/**
 * Returns a collection whose reads of whole documents include the late fields, stored or not. Queries and reads with a projection
 * use the stored fields.
 */
export function wrapCollection<T extends Document>(collection: Collection<T>, late: LateFields<T>): Collection<T> {
  const fill = (document: T | null): T | null => document && withLateFields(late, document);
  const reading = new Proxy(collection, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      const method = (value as (...given: unknown[]) => unknown).bind(target);
      if (name !== 'find' && !READS.has(String(name))) return method;
      return (...given: unknown[]) => {
        const result = method(...given);
        if ((given.at(-1) as { projection?: Document } | undefined)?.projection !== undefined) return result;
        if (name === 'find') return (result as ReturnType<Collection<T>['find']>).map((one) => fill(one as T) as T);
        return (result as Promise<T | null>).then(fill);
      };
    },
  });
  fillings.set(reading, (document) => withLateFields(late, document as T));
  return reading;
}

/** Adds the late fields to a whole document read by a command. */
export function fillLateFields<T extends Document>(collection: Collection<T>, document: T): T {
  return (fillings.get(collection)?.(document) ?? document) as T;
}

/** Filter for documents that lack a field. The index of late fields answers it. */
const lacking = (field: string): Filter<Document> => ({ [field]: { $exists: false } });

/** Counts documents that lack a late field, up to a limit. Fails while their index is being built. */
export async function countLacking(collection: Collection, { lateFields = {} }: StoredCollection): Promise<number> {
  const counts = Object.keys(lateFields).map((field) =>
    collection.countDocuments(lacking(field), { limit: COUNTED_MAX, hint: { [field]: 1, _id: 1 }, maxTimeMS: 1_000 }),
  );
  return Math.max(0, ...(await Promise.all(counts)));
}

/**
 * Stores late fields of some documents in each run, and continues after them in the next. A document that changes in the meantime
 * or cannot be filled in stays as it is until a later run.
 */
export class LateFieldsWriter {
  readonly #collection: Collection;
  readonly #stored: StoredCollection;
  /** Id of the last document tried, by field. Without one, the next run starts from the beginning. */
  readonly #last = new Map<string, unknown>();

  constructor(collection: Collection, stored: StoredCollection) {
    this.#collection = collection;
    this.#stored = stored;
  }

  /** Returns whether documents may be left. */
  async writeSome(): Promise<boolean> {
    const fields = Object.keys(this.#stored.lateFields ?? {});
    let isMore = false;
    for (const field of fields) isMore = (await this.#writeSomeOf(field)) || isMore;
    return isMore;
  }

  async #writeSomeOf(field: string): Promise<boolean> {
    const last = this.#last.get(field);
    const filter = { ...lacking(field), ...(last !== undefined && { _id: { $gt: last } }) } as Filter<Document>;
    const hint = { [field]: 1, _id: 1 } as const;
    const some = await this.#collection.find(filter, { hint, sort: { _id: 1 }, limit: BATCH_SIZE }).toArray();
    for (const document of some) {
      this.#last.set(field, document._id);
      await this.#write(document);
    }
    if (some.length < BATCH_SIZE) this.#last.delete(field);
    return some.length === BATCH_SIZE;
  }

  async #write(document: WithId<Document>): Promise<void> {
    const { lateFields = {} } = this.#stored;
    const present = withLateFields(lateFields, document);
    const added = Object.keys(lateFields).filter((field) => document[field] === undefined);
    await this.#collection.updateOne(
      { _id: document._id, $expr: { $eq: ['$$ROOT', { $literal: document }] } },
      { $set: Object.fromEntries(added.map((field) => [field, present[field] as unknown])) },
    );
  }
}
