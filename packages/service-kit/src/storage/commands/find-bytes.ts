import { type Collection, type Document, MongoError, MongoNetworkError } from 'mongodb';

/** A query of the command `find`, by its names there. All documents come in one batch. */
export interface BytesQuery {
  readonly filter?: Document;
  readonly projection?: Document;
  readonly hint?: Document;
  readonly min?: Document;
  readonly max?: Document;
  readonly sort?: Document;
  readonly limit: number;
}

/** Errors after which a read is made once more (MongoDB specification "Retryable Reads"). */
const RETRYABLE_CODES: ReadonlySet<unknown> = new Set([
  6, 7, 89, 91, 134, 189, 262, 9001, 10_107, 11_600, 11_602, 13_435, 13_436,
]);

/**
 * Finds documents and gives them as the server sent them: the array `firstBatch` in BSON. A cursor of the driver makes
 * several objects for each document, which is most of what it costs to read a hundred (decision 65), and a fifth for one. Like the driver it reads a
 * majority from the primary, and once more where the connection is lost or the primary changes.
 */
export async function findBytes<T extends Document>(collection: Collection<T>, query: BytesQuery): Promise<Buffer> {
  const command = {
    find: collection.collectionName,
    ...query,
    batchSize: query.limit + 1,
    singleBatch: true,
    readConcern: { level: 'majority' },
  };
  const read = (): Promise<Document> => collection.db.command(command, { raw: true });
  const reply = await read().catch((error: unknown) => {
    if (isRetryable(error)) return read();
    throw error;
  });
  return reply['cursor'] as Buffer;
}

function isRetryable(error: unknown): boolean {
  return error instanceof MongoNetworkError || (error instanceof MongoError && RETRYABLE_CODES.has(error.code));
}
