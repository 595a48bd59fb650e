import { BSON, type ClientSession, type Collection, type Document, MongoError, MongoNetworkError } from 'mongodb';

/** Options of the `find` command, with its names. */
export interface BytesQuery {
  readonly filter?: Document;
  readonly projection?: Document;
  readonly hint?: Document;
  readonly min?: Document;
  readonly max?: Document;
  readonly sort?: Document;
  readonly limit: number;
}

/**
 * Errors after which a read is repeated once (MongoDB specification "Retryable Reads"), and the error of a new primary that does
 * not know the cursor.
 */
const RETRYABLE_CODES: ReadonlySet<unknown> = new Set([
  6, 7, 43, 89, 91, 134, 189, 262, 9001, 10_107, 11_600, 11_602, 13_435, 13_436,
]);

/** Offset of the field name in a cursor document: after the document length and the byte for the element type. */
const NAME_AT = 5;
const LENGTH_BYTES = 4;

/**
 * Finds documents and returns them as sent by the server: BSON cursors, the first with an array `firstBatch`, each other with
 * `nextBatch`. All come in one reply unless they exceed its maximum size (16 MB). A driver cursor creates several objects for
 * each document, which is most of the cost of reading a hundred (docs/performance.md) and a fifth for one. Like the driver, it
 * reads from the primary with majority concern, and repeats the read from the beginning once if the connection is lost or the
 * primary changes.
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

/** If the batch size exceeds the limit, the server closes the cursor by itself, unless the documents do not fit into one reply. */
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

/** Cursor id; 0 if the server has closed it. It follows the batch, which is skipped. */
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
