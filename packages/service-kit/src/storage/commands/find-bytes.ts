import { BSON, type ClientSession, type Collection, type Document, MongoError, MongoNetworkError } from 'mongodb';

/** A query of the command `find`, by its names there. */
export interface BytesQuery {
  readonly filter?: Document;
  readonly projection?: Document;
  readonly hint?: Document;
  readonly min?: Document;
  readonly max?: Document;
  readonly sort?: Document;
  readonly limit: number;
}

/** Errors after which a read is made once more (MongoDB specification "Retryable Reads"), and that a new primary lacks the cursor. */
const RETRYABLE_CODES: ReadonlySet<unknown> = new Set([
  6, 7, 43, 89, 91, 134, 189, 262, 9001, 10_107, 11_600, 11_602, 13_435, 13_436,
]);

/** Before the batch of a cursor: the length of the document, then a byte for the type of the element. */
const NAME_AT = 5;
const LENGTH_BYTES = 4;

/**
 * Finds documents and gives them as the server sent them: cursors in BSON, of which the first has an array `firstBatch` and each
 * other one `nextBatch`. All come in one reply unless they are larger together than a reply may be (16 MB). A cursor of the driver makes
 * several objects for each document, which is most of what it costs to read a hundred (docs/performance.md), and a fifth for one. Like the driver it reads a
 * majority from the primary, and once more, from the first document on, where the connection is lost or the primary changes.
 */
export async function findBytes<T extends Document>(collection: Collection<T>, query: BytesQuery): Promise<Buffer[]> {
  const read = (): Promise<Buffer[]> =>
    collection.db.client.withSession({ causalConsistency: false }, (session) =>
      readBatches(collection, query, session),
    );
  return read().catch((error: unknown) => {
    if (isRetryable(error)) return read();
    throw error;
  });
}

/** With a batch larger than the limit the server closes the cursor by itself, unless it has more than one reply takes. */
async function readBatches<T extends Document>(
  { db, collectionName }: Collection<T>,
  query: BytesQuery,
  session: ClientSession,
): Promise<Buffer[]> {
  const cursors: Buffer[] = [];
  const read = async (command: Document): Promise<bigint> => {
    const { cursor } = (await db.command(command, { raw: true, session })) as { cursor: Buffer };
    cursors.push(cursor);
    return idOf(cursor);
  };
  const batchSize = query.limit + 1;
  let id = await read({ find: collectionName, ...query, batchSize, readConcern: { level: 'majority' } });
  while (id !== 0n) id = await read({ getMore: id, collection: collectionName, batchSize });
  return cursors;
}

/** The id of a cursor, 0 when the server has closed it. It stands behind the batch, which is passed over unread. */
function idOf(cursor: Buffer): bigint {
  const batchAt = cursor.indexOf(0, NAME_AT) + 1;
  const others = cursor.subarray(batchAt + cursor.readInt32LE(batchAt));
  const document = Buffer.alloc(LENGTH_BYTES + others.length);
  document.writeInt32LE(document.length);
  others.copy(document, LENGTH_BYTES);
  return BSON.deserialize(document, { useBigInt64: true })['id'] as bigint;
}

function isRetryable(error: unknown): boolean {
  return error instanceof MongoNetworkError || (error instanceof MongoError && RETRYABLE_CODES.has(error.code));
}
