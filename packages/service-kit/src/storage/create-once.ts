import { Xs2aError } from '@xs2a/contracts';
import type { Collection, Document, Filter, OptionalUnlessRequiredId } from 'mongodb';
import { insertBatched } from './commands/insert-batched.ts';

const DUPLICATE_KEY = 11_000;

/** Keys of an idempotent creation; the collection has a unique index on tppId and requestId. */
interface Repeatable extends Document {
  tppId: string;
  requestId: string;
  fingerprint: string;
}

/** Unique index required by {@link createOnce}. */
export const CREATED_ONCE = { key: { tppId: 1, requestId: 1 }, unique: true } as const;

/** Whether a write, alone or in a bulk, failed because of a duplicate key. */
export function isDuplicateKey(error: unknown): boolean {
  // The driver does not export the class of a write error in a bulk.
  return typeof error === 'object' && error !== null && 'code' in error && error.code === DUPLICATE_KEY;
}

/**
 * Stores a document, or returns the one that the same request of the same TPP stored before (decision 2). Throws if another
 * request uses the same X-Request-ID. `insert` is for documents that are stored together with others.
 */
export async function createOnce<T extends Repeatable>(
  collection: Collection<T>,
  document: T,
  insert: (document: OptionalUnlessRequiredId<T>) => Promise<unknown> = (made) => insertBatched(collection, made),
): Promise<{ document: T; created: boolean }> {
  try {
    await insert(document as OptionalUnlessRequiredId<T>);
    return { document, created: true };
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const { tppId, requestId } = document;
    const stored = (await collection.findOne({ tppId, requestId } as Filter<T>)) as T | null;
    if (stored === null) throw error;
    if (stored.fingerprint !== document.fingerprint) throw new Xs2aError('requestIdReused', { path: 'X-Request-ID' });
    return { document: stored, created: false };
  }
}
