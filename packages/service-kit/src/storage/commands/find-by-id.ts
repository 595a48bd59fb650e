import { BSON, type Collection, type Document } from 'mongodb';
import { Gathering } from '../../turn/gathering.ts';
import { fillLateFields } from '../late-fields.ts';
import { findBytes } from './find-bytes.ts';

/** Maximum number of documents that one command reads. */
const READS_MAX = 100;

interface Waiting {
  readonly id: string;
  readonly resolve: (document: Document | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Reads of the current turn, by collection and fields. */
const turns = new WeakMap<object, Map<string, Gathering<Waiting>>>();

/**
 * Finds a document by its id, whole or with some fields. All reads of one turn of the event loop are one command: under load this
 * saves most of the time that the driver and the database spend on each.
 */
export function findById<T extends Document>(
  collection: Collection<T>,
  id: string,
  fields?: readonly string[],
): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const one = { id, resolve: resolve as Waiting['resolve'], reject };
    readsOf(collection, fields).add(one);
  });
}

function readsOf<T extends Document>(
  collection: Collection<T>,
  fields: readonly string[] | undefined,
): Gathering<Waiting> {
  const key = fields === undefined ? '' : fields.join();
  let byFields = turns.get(collection);
  if (byFields === undefined) turns.set(collection, (byFields = new Map()));
  let reads = byFields.get(key);
  if (reads === undefined) {
    reads = new Gathering({ atMost: READS_MAX, together: (turn) => void read(collection, turn, fields) });
    byFields.set(key, reads);
  }
  return reads;
}

async function read<T extends Document>(
  collection: Collection<T>,
  turn: readonly Waiting[],
  fields: readonly string[] | undefined,
): Promise<void> {
  const ids = [...new Set(turn.map(({ id }) => id))];
  const query = {
    filter: { _id: ids.length === 1 ? ids[0] : { $in: ids } },
    ...(fields && { projection: Object.fromEntries(fields.map((field) => [field, 1])) }),
    limit: ids.length,
  };
  try {
    const cursors = await findBytes(collection, query);
    const read = cursors.flatMap((cursor) => documentsIn<T>(cursor, collection.bsonOptions));
    const found = read.map((document) => (fields ? document : fillLateFields(collection, document)));
    const byId = new Map(found.map((document) => [document['_id'] as string, document]));
    // Callers that ask for the same document share one object, because readers never change a document.
    for (const { id, resolve } of turn) resolve(byId.get(id) ?? null);
  } catch (error) {
    for (const { reject } of turn) reject(error);
  }
}

function documentsIn<T extends Document>(cursor: Buffer, options: BSON.DeserializeOptions): T[] {
  const { firstBatch, nextBatch } = BSON.deserialize(cursor, options);
  return (firstBatch ?? nextBatch) as T[];
}
