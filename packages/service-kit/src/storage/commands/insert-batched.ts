import {
  type Collection,
  type Document,
  MongoBulkWriteError,
  MongoServerError,
  type OptionalUnlessRequiredId,
  type WriteError,
} from 'mongodb';
import { Gathering } from '../../turn/gathering.ts';

/** Maximum number of documents that one command stores. */
const INSERTS_MAX = 64;

interface PendingInsert {
  readonly document: Document;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Inserts of the current turn, by collection. */
const turns = new WeakMap<object, Gathering<PendingInsert>>();

/**
 * Stores a document with the write concern of its collection, and throws the same errors as a single insert. All inserts of one
 * turn of the event loop are one command with a separate outcome for each document: a duplicate does not affect the others.
 */
export function insertBatched<T extends Document>(
  collection: Collection<T>,
  document: OptionalUnlessRequiredId<T>,
): Promise<void> {
  return new Promise((resolve, reject) => insertsOf(collection).add({ document, resolve, reject }));
}

function insertsOf<T extends Document>(collection: Collection<T>): Gathering<PendingInsert> {
  let inserts = turns.get(collection);
  if (inserts === undefined) {
    inserts = new Gathering({
      atMost: INSERTS_MAX,
      together: (turn) => void insert(collection as unknown as Collection, turn),
    });
    turns.set(collection, inserts);
  }
  return inserts;
}

async function insert(collection: Collection, turn: readonly PendingInsert[]): Promise<void> {
  if (turn.length === 1) return insertEach(collection, turn);
  const documents = turn.map(({ document }) => document);
  try {
    await collection.insertMany(documents, { ordered: false });
    for (const { resolve } of turn) resolve();
  } catch (error) {
    // The driver refused a document, for example for its size, and has sent nothing.
    if (!(error instanceof MongoBulkWriteError)) return insertEach(collection, turn);
    settleEach(turn, error);
  }
}

async function insertEach(collection: Collection, turn: readonly PendingInsert[]): Promise<void> {
  await Promise.all(
    turn.map(({ document, resolve, reject }) => collection.insertOne(document).then(() => resolve(), reject)),
  );
}

/** An error of the whole command applies to every document. Otherwise, documents without their own error are stored. */
function settleEach(turn: readonly PendingInsert[], error: MongoBulkWriteError): void {
  const faults = new Map([error.writeErrors].flat().map((fault) => [fault.index, fault]));
  const affectsAll = faults.size === 0 || error.result.getWriteConcernError() !== undefined;
  for (const [index, { resolve, reject }] of turn.entries()) {
    const fault = faults.get(index);
    if (fault !== undefined) reject(toSingleInsertError(fault));
    else if (affectsAll) reject(error);
    else resolve();
  }
}

/** Converts an error to that of a single insert. */
function toSingleInsertError({ err: { code, errmsg, errInfo } }: WriteError): MongoServerError {
  return new MongoServerError({ message: errmsg, errmsg, code, ...(errInfo && { errInfo }) });
}
