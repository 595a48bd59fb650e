import type { Database } from '@xs2a/service-kit';
import { type ClientSession, type Collection, type Db, MongoNetworkError } from 'mongodb';
import type { Faults } from './faults.ts';
import { simulatedWork } from './world.ts';

/** Upper bound on the time of an operation, in milliseconds of the simulated clock. */
const OPERATION_MS_MAX = 20;
const READS = new Set(['findOne', 'countDocuments', 'distinct']);
const WRITES = new Set([
  'insertOne',
  'insertMany',
  'findOneAndUpdate',
  'updateOne',
  'updateMany',
  'replaceOne',
  'deleteOne',
  'deleteMany',
  'bulkWrite',
]);
/** Replies for an empty collection. */
const CURSOR_ENDS = new Map<string, () => unknown>([
  ['toArray', () => []],
  ['next', () => null],
  ['hasNext', () => false],
]);

/** Returns a connection error, as the driver reports it once its own retry has failed as well. */
function connectionLost(): MongoNetworkError {
  return new MongoNetworkError('connection lost in a simulation');
}

/**
 * The real database, with each operation scheduled as an event. A process that crashed in the meantime gets no answer, and its
 * write was either applied or not. A transaction is one event. `written` collects the names of collections that are no longer
 * empty.
 */
export function simulatedDatabase(database: Database, faults: Faults, written: Set<string>): Database {
  const db = new Proxy(database.db, {
    get(target, key) {
      if (key === 'collection') return (name: string) => simulatedCollection(target, name, faults, written);
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return {
    client: database.client,
    db,
    stored: database.stored,
    transaction: (work: (session: ClientSession) => Promise<unknown>) =>
      inTurn('transaction', true, faults, () => database.transaction(work)),
    isReady: () => Promise.resolve(true),
  } as unknown as Database;
}

function simulatedCollection(db: Db, name: string, faults: Faults, written: Set<string>): Collection {
  return new Proxy(db.collection(name), {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (key === 'db') return readingByCommand(db, name, faults);
      if (typeof value !== 'function') return value;
      const method = value.bind(target) as (...args: unknown[]) => unknown;
      if (key === 'find' || key === 'aggregate') {
        // The result of an aggregation without documents depends on its stages.
        const isEmpty = (): boolean => key === 'find' && !written.has(name);
        const reading = { faults, isEmpty };
        return (...args: unknown[]) => simulatedCursor(method(...args) as object, `${name}.${key}`, reading);
      }
      const isWrite = WRITES.has(String(key));
      if (!isWrite && !READS.has(String(key))) return method;
      return (...args: unknown[]) => {
        if (isWrite) written.add(name);
        return inTurn(`${name}.${String(key)}`, isWrite, faults, () => method(...args) as Promise<unknown>);
      };
    },
  });
}

/** Returns the database with a collection read by the command `find`, without a cursor. */
function readingByCommand(db: Db, name: string, faults: Faults): Db {
  return new Proxy(db, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      const method = value.bind(target) as (...args: unknown[]) => unknown;
      if (key !== 'command') return method;
      return (...args: unknown[]) => inTurn(`${name}.find`, false, faults, () => method(...args) as Promise<unknown>);
    },
  });
}

interface Reading {
  readonly faults: Faults;
  /** Whether the collection has never been written, so that the database need not be asked: most searches find nothing. */
  readonly isEmpty: () => boolean;
}

/** A cursor fetches its documents later: only that is an event. */
function simulatedCursor<Cursor extends object>(cursor: Cursor, name: string, reading: Reading): Cursor {
  const proxy: Cursor = new Proxy(cursor, {
    get(target, key) {
      if (key === Symbol.asyncIterator) return () => documentsOf(proxy);
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      const method = value.bind(target) as (...args: unknown[]) => unknown;
      const ofNone = CURSOR_ENDS.get(String(key));
      if (ofNone !== undefined) {
        const read = async (...args: unknown[]): Promise<unknown> => (reading.isEmpty() ? ofNone() : method(...args));
        return (...args: unknown[]) => inTurn(name, false, reading.faults, () => read(...args));
      }
      return (...args: unknown[]) => {
        const result = method(...args);
        return result === target ? proxy : result;
      };
    },
  });
  return proxy;
}

async function* documentsOf(cursor: object): AsyncGenerator {
  yield* await (cursor as { toArray(): Promise<unknown[]> }).toArray();
}

function inTurn<T>(name: string, isWrite: boolean, faults: Faults, operation: () => Promise<T>): Promise<T> {
  const work = simulatedWork();
  if (work === undefined) return operation();
  const { world, life } = work;
  return new Promise<T>((resolve, reject) => {
    world.schedule(`${life.name} ${name}`, world.random.between(1, OPERATION_MS_MAX), async () => {
      const fault = life.isAlive && world.random.chance(faults.disconnect);
      // Without an answer, it is unknown whether a write was applied.
      const isApplied = life.isAlive && !fault ? true : isWrite && world.random.chance(0.5);
      const outcome = isApplied
        ? await world.direct(life, operation).then(
            (value) => ({ value }),
            (error: unknown) => ({ error }),
          )
        : undefined;
      if (!life.isAlive) return;
      if (fault || outcome === undefined) reject(connectionLost());
      else if ('error' in outcome) reject(outcome.error);
      else resolve(outcome.value);
    });
  });
}
