import {
  type Collection,
  type Document,
  MongoBulkWriteError,
  MongoServerError,
  type OptionalUnlessRequiredId,
  type WriteError,
} from 'mongodb';
import { Gathering } from '../../turn/gathering.ts';

/** Documents that one command stores at most. */
const AT_ONCE = 64;

interface Waiting {
  readonly document: Document;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Inserts of this turn, by collection. */
const turns = new WeakMap<object, Gathering<Waiting>>();

/**
 * Stores a document with the strength of its collection, and throws what an insert of it alone would throw. The inserts of one
 * turn of the event loop are one command, in which each document has an outcome of its own: one that exists already does not
 * hold up the others.
 */
export function insertInTurn<T extends Document>(
  collection: Collection<T>,
  document: OptionalUnlessRequiredId<T>,
): Promise<void> {
  return new Promise((resolve, reject) => insertsOf(collection).add({ document, resolve, reject }));
}

function insertsOf<T extends Document>(collection: Collection<T>): Gathering<Waiting> {
  let inserts = turns.get(collection);
  if (inserts === undefined) {
    inserts = new Gathering({
      atMost: AT_ONCE,
      together: (turn) => void insert(collection as unknown as Collection, turn),
    });
    turns.set(collection, inserts);
  }
  return inserts;
}

async function insert(collection: Collection, turn: readonly Waiting[]): Promise<void> {
  if (turn.length === 1) return insertEach(collection, turn);
  const documents = turn.map(({ document }) => document);
  try {
    await collection.insertMany(documents, { ordered: false });
    for (const { resolve } of turn) resolve();
  } catch (error) {
    // The driver refused a document, such as one that is too large, and has sent none.
    if (!(error instanceof MongoBulkWriteError)) return insertEach(collection, turn);
    tellEach(turn, error);
  }
}

async function insertEach(collection: Collection, turn: readonly Waiting[]): Promise<void> {
  await Promise.all(
    turn.map(({ document, resolve, reject }) => collection.insertOne(document).then(() => resolve(), reject)),
  );
}

/** An error of the whole command applies to each document. Otherwise documents without an error of their own are stored. */
function tellEach(turn: readonly Waiting[], error: MongoBulkWriteError): void {
  const faults = new Map([error.writeErrors].flat().map((fault) => [fault.index, fault]));
  const isOfAll = faults.size === 0 || error.result.getWriteConcernError() !== undefined;
  for (const [index, { resolve, reject }] of turn.entries()) {
    const fault = faults.get(index);
    if (fault !== undefined) reject(asOfOne(fault));
    else if (isOfAll) reject(error);
    else resolve();
  }
}

/** The error of an insert of one document. */
function asOfOne({ err: { code, errmsg, errInfo } }: WriteError): MongoServerError {
  return new MongoServerError({ message: errmsg, errmsg, code, ...(errInfo && { errInfo }) });
}
