import { Xs2aError } from '@xs2a/contracts';
import type { Collection, Document, Filter, OptionalUnlessRequiredId } from 'mongodb';
import { insertInTurn } from './commands/insert-in-turn.ts';

const DUPLICATE_KEY = 11_000;

/** Keys of a repeatable creation; the collection has a unique index on tppId and requestId. */
interface Repeatable extends Document {
  tppId: string;
  requestId: string;
  fingerprint: string;
}

/** The unique index that {@link createOnce} rests on. */
export const CREATED_ONCE = { key: { tppId: 1, requestId: 1 }, unique: true } as const;

/** Whether a write, alone or among others, failed because a document with the same unique key exists already. */
export function isDuplicateKey(error: unknown): boolean {
  // The driver does not export the class of one write among others.
  return typeof error === 'object' && error !== null && 'code' in error && error.code === DUPLICATE_KEY;
}

/**
 * Stores a document, or finds the one that the same request of the same TPP stored before (decision 2). Another
 * request under the same X-Request-ID is refused. `insert` is for documents that are not stored alone.
 */
export async function createOnce<T extends Repeatable>(
  collection: Collection<T>,
  document: T,
  insert: (document: OptionalUnlessRequiredId<T>) => Promise<unknown> = (made) => insertInTurn(collection, made),
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
