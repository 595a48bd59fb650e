import {
  BSON,
  type ClientSession,
  type CollectionInfo,
  type Db,
  type Document,
  MongoClient,
  MongoServerError,
} from 'mongodb';
import type { Tracing } from '../observability/tracing.ts';
import { SettingsRefusal } from '../settings/settings-refusal.ts';
import { bsonSchemaOf } from './bson-schema.ts';
import { clockSkewMs } from './clock-skew.ts';
import { connectWithRetries, type Waiting } from './connect-with-retries.ts';
import { type DatabaseAddress, databaseAddress, STRONG } from './database-address.ts';
import { backgroundIndexesOf, ensureIndexes, indexesOf } from './indexes.ts';
import type { StoredCollection } from './stored-collection.ts';
import { traceCommands } from './trace-commands.ts';
import { inTransaction, notifyCommitted } from './watch-status.ts';

/** Milliseconds after which an operation gives up if there is no primary: the caller's 503 must come within 3 s. */
const SERVER_SELECTION_TIMEOUT_MS = 1_000;
/** Milliseconds for making a connection. A new one may need a DNS lookup and TLS. */
const CONNECT_TIMEOUT_MS = 1_000;
/** Milliseconds between two checks of a server. One that does not answer within `CONNECT_TIMEOUT_MS` hangs. */
const HEARTBEAT_MS = 500;
/** Milliseconds that an operation waits for a free connection. */
const WAIT_QUEUE_TIMEOUT_MS = 2_000;
/** Milliseconds for the readiness check. */
const READY_WITHIN_MS = 800;
/** Milliseconds without an answer after which a connection is considered dead. */
const SOCKET_TIMEOUT_MS = 5_000;
/** No limit for building indexes, which takes hours with many documents. A server that hangs is noticed by its heartbeat. */
const UNLIMITED_MS = 0;
/** Maximum difference to the database's clock in milliseconds with which a service starts. */
const CLOCK_SKEW_MAX_MS = 2_000;
const NAMESPACE_EXISTS = 48;
const WRITABLE: ReadonlySet<string> = new Set(['RSPrimary', 'Standalone', 'Mongos', 'LoadBalancer']);

/** Connection settings, and limits of waiting for a database that is unavailable at start. */
export interface DatabaseOptions extends Waiting {
  /** Records a span for every command. */
  readonly tracing?: Tracing | undefined;
  /** Called when the database answers. Its collections are not prepared yet. */
  readonly onFound?: (database: Database) => void;
}

type Listed = CollectionInfo | Pick<CollectionInfo, 'name'>;

interface Validation {
  readonly validator: Document;
  readonly validationLevel: 'strict';
}

/** A service's own database: journalled majority writes and majority reads; nothing weaker is accepted. */
export class Database {
  readonly client: MongoClient;
  readonly db: Db;
  readonly stored: readonly StoredCollection[];
  readonly #withoutTimeout: () => MongoClient;
  /** Time since which no primary has answered. */
  #awaySince: number | undefined;

  private constructor(
    client: MongoClient,
    name: string,
    { stored, withoutTimeout }: { stored: readonly StoredCollection[]; withoutTimeout: () => MongoClient },
  ) {
    this.client = client;
    this.#withoutTimeout = withoutTimeout;
    this.db = client.db(name);
    this.stored = stored;
    client.on('topologyDescriptionChanged', ({ newDescription }) => {
      const isThere = [...newDescription.servers.values()].some(({ type }) => WRITABLE.has(type));
      this.#awaySince = isThere ? undefined : (this.#awaySince ?? Date.now());
    });
  }

  /** False as soon as no primary answers. */
  get isThere(): boolean {
    return this.#awaySince === undefined;
  }

  /** False when no primary has answered for as long as an operation waits for one. */
  get canWork(): boolean {
    return this.#awaySince === undefined || Date.now() - this.#awaySince < SERVER_SELECTION_TIMEOUT_MS;
  }

  /** Connects and prepares the collections. Waits for an unavailable database, without limit or until the signal. */
  static async connect(
    to: string | DatabaseAddress,
    name: string,
    stored: readonly StoredCollection[],
    { tracing, onFound, ...waiting }: DatabaseOptions = {},
  ): Promise<Database> {
    const { url, options: given } = typeof to === 'string' ? databaseAddress({ MONGO_URL: to }) : to;
    const options = {
      ...given,
      appName: name,
      ...STRONG,
      retryWrites: true,
      retryReads: true,
      useBigInt64: true,
      ignoreUndefined: true,
      maxPoolSize: 64,
      connectTimeoutMS: CONNECT_TIMEOUT_MS,
      heartbeatFrequencyMS: HEARTBEAT_MS,
      // Polling detects a server that hangs: it counts as failed if it does not answer.
      serverMonitoringMode: 'poll',
      waitQueueTimeoutMS: WAIT_QUEUE_TIMEOUT_MS,
      serverSelectionTimeoutMS: SERVER_SELECTION_TIMEOUT_MS,
      socketTimeoutMS: SOCKET_TIMEOUT_MS,
    } as const;
    const client = new MongoClient(url, { ...options, monitorCommands: tracing !== undefined });
    if (tracing !== undefined) traceCommands(client, tracing);
    const withoutTimeout = (): MongoClient => new MongoClient(url, { ...options, socketTimeoutMS: UNLIMITED_MS });
    const database = new Database(client, name, { stored, withoutTimeout });
    try {
      await connectWithRetries(client, waiting);
      onFound?.(database);
      await database.#refuseWeakServer();
      await database.withoutTimeout((db) => prepareAll(db, database.stored), waiting);
      return database;
    } catch (error) {
      await client.close();
      throw error;
    }
  }

  /** Changes several documents together or not at all. `work` may run again, so it must have no other side effects. */
  async transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    const session = this.client.startSession();
    try {
      const result = await session.withTransaction(() => inTransaction(session, work), {
        writeConcern: { w: 'majority', journal: true },
        readConcern: { level: 'snapshot' },
      });
      notifyCommitted(session);
      return result;
    } finally {
      await session.endSession();
    }
  }

  /** Does work that takes longer than a request may, such as building an index. */
  async withoutTimeout(work: (db: Db) => Promise<void>, waiting: Waiting = {}): Promise<void> {
    await using client = this.#withoutTimeout();
    await connectWithRetries(client, waiting);
    await work(client.db(this.db.databaseName));
  }

  /** Version of the server: `8.0.4`. */
  async serverVersion(): Promise<string> {
    return String((await this.db.admin().buildInfo())['version']);
  }

  /** Whether the database accepts majority writes. Settles within a second in any case. */
  async isReady(): Promise<boolean> {
    if (this.#awaySince !== undefined) return false;
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), READY_WITHIN_MS);
    });
    const hello = this.db.command({ hello: 1, maxTimeMS: READY_WITHIN_MS }).catch(() => undefined);
    const answer = await Promise.race([hello, tooLate]);
    clearTimeout(timer);
    return answer?.['isWritablePrimary'] === true;
  }

  async close(): Promise<void> {
    await this.client.close();
  }

  async #refuseWeakServer(): Promise<void> {
    const askedAt = Date.now();
    const hello = await this.db.command({ hello: 1 });
    const answeredAt = Date.now();
    if (hello['setName'] === undefined) {
      const text = 'MongoDB must run as a replica set, of one member at least';
      throw new SettingsRefusal([{ variable: 'MONGO_URL', text }]);
    }
    const skewMs = clockSkewMs(hello['localTime'] as Date, { askedAt, answeredAt });
    if (skewMs > CLOCK_SKEW_MAX_MS) throw new Error(`the clock differs from MongoDB's by ${skewMs} ms`);
  }
}

async function prepareAll(db: Db, collections: readonly StoredCollection[]): Promise<void> {
  const listed = await db.listCollections({}, { nameOnly: false }).toArray();
  const present = new Map(listed.map((collection) => [collection.name, collection]));
  // One after the other: concurrent steps would wait for connections longer than a busy server allows.
  for (const stored of collections) await prepare(db, stored, present.get(stored.name));
}

/**
 * Creates or updates collection, validator and the indexes that requests need. Every step can be repeated, also by several replicas
 * at once.
 */
async function prepare(db: Db, stored: StoredCollection, listed: Listed | undefined): Promise<void> {
  const validation = { validator: { $jsonSchema: bsonSchemaOf(stored.schema) }, validationLevel: 'strict' } as const;
  const present = listed ?? (await createCollection(db, stored.name, validation));
  // Changing the validator waits for every transaction on the collection, including those that a killed process left open.
  if (present !== undefined && !isSame(present, validation)) await db.command({ collMod: stored.name, ...validation });
  const isEmpty = (await db.collection(stored.name).estimatedDocumentCount()) === 0;
  await ensureIndexes(db, stored.name, [...indexesOf(stored), ...(isEmpty ? backgroundIndexesOf(stored) : [])]);
}

/** Returns the collection that another replica created at the same moment. */
async function createCollection(db: Db, name: string, validation: Validation): Promise<Listed | undefined> {
  try {
    await db.createCollection(name, validation);
    return undefined;
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== NAMESPACE_EXISTS) throw error;
    const [present] = await db.listCollections({ name }, { nameOnly: false }).toArray();
    return present;
  }
}

function isSame(present: Listed, { validator, validationLevel }: Validation): boolean {
  const { options = {} } = { options: undefined, ...present };
  const text = (value: unknown): string => BSON.EJSON.stringify(value);
  return options['validationLevel'] === validationLevel && text(options['validator'] ?? {}) === text(validator);
}
