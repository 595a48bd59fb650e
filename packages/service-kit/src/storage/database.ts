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
import { connectPatiently, type Waiting } from './connect-patiently.ts';
import { type DatabaseAddress, databaseAddress, STRONG } from './database-address.ts';
import { hasQueue, type Queue, type StoredCollection } from './stored-collection.ts';
import { traceCommands } from './trace-commands.ts';
import { inTransaction, tellCommitted } from './watch-status.ts';

/** Milliseconds until an operation gives up while no primary can be found: the caller's 503 must come within 3 s. */
const SERVER_SELECTION_TIMEOUT_MS = 1_000;
/** Milliseconds until a connection is made. A new one may need a lookup and TLS. */
const CONNECT_TIMEOUT_MS = 1_000;
/** Milliseconds between two looks at a server. One that does not answer within `CONNECT_TIMEOUT_MS` hangs. */
const HEARTBEAT_MS = 500;
/** Milliseconds that an operation waits for a free connection. */
const WAIT_QUEUE_TIMEOUT_MS = 2_000;
/** Milliseconds for the answer about readiness. */
const READY_WITHIN_MS = 800;
/** Milliseconds without an answer after which a connection counts as dead. */
const SOCKET_TIMEOUT_MS = 5_000;
/** The same while collections are prepared: an index over many documents takes its time. */
const PREPARING_TIMEOUT_MS = 600_000;
/** Difference between this machine's clock and the database's above which a service does not start. */
const CLOCK_SKEW_MAX_MS = 2_000;
const NAMESPACE_EXISTS = 48;
const QUEUES = ['outbox', 'notices'] as const satisfies readonly Queue[];
/** Finds the documents whose oldest message is due. */
const queueIndex = (queue: Queue) => ({
  key: { [`${queue}.0.nextAt`]: 1 } as const,
  name: `${queue}_first_due`,
  partialFilterExpression: { [`${queue}.0`]: { $exists: true } },
});

const WRITABLE: ReadonlySet<string> = new Set(['RSPrimary', 'Standalone', 'Mongos', 'LoadBalancer']);

/** Connection settings, and limits of waiting for a database that is unavailable at start. */
export interface DatabaseOptions extends Waiting {
  /** Every command is a span. */
  readonly tracing?: Tracing | undefined;
  /** The database answers. Its collections are not prepared yet. */
  readonly onFound?: (database: Database) => void;
}

type Listed = CollectionInfo | Pick<CollectionInfo, 'name'>;

interface Validation {
  readonly validator: Document;
  readonly validationLevel: 'strict';
}

/** A service's own database: majority writes, journalled, majority reads; nothing weaker is accepted. */
export class Database {
  readonly client: MongoClient;
  readonly db: Db;
  readonly stored: readonly StoredCollection[];
  /** Since when no member that can be written to has answered. */
  #awaySince: number | undefined;

  private constructor(client: MongoClient, name: string, stored: readonly StoredCollection[]) {
    this.client = client;
    this.db = client.db(name);
    this.stored = stored;
    client.on('topologyDescriptionChanged', ({ newDescription }) => {
      const isThere = [...newDescription.servers.values()].some(({ type }) => WRITABLE.has(type));
      this.#awaySince = isThere ? undefined : (this.#awaySince ?? Date.now());
    });
  }

  /** False from the moment at which no member that can be written to answers. */
  get isThere(): boolean {
    return this.#awaySince === undefined;
  }

  /** False while no member that can be written to has answered for so long that an operation would have failed. */
  get canWork(): boolean {
    return this.#awaySince === undefined || Date.now() - this.#awaySince < SERVER_SELECTION_TIMEOUT_MS;
  }

  /** Connects and prepares the collections. A database that is away is waited for, for ever or until the signal. */
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
      // A server that hangs does not say so: it is asked, and has failed when it does not answer.
      serverMonitoringMode: 'poll',
      waitQueueTimeoutMS: WAIT_QUEUE_TIMEOUT_MS,
      serverSelectionTimeoutMS: SERVER_SELECTION_TIMEOUT_MS,
      socketTimeoutMS: SOCKET_TIMEOUT_MS,
    } as const;
    const client = new MongoClient(url, { ...options, monitorCommands: tracing !== undefined });
    if (tracing !== undefined) traceCommands(client, tracing);
    const database = new Database(client, name, stored);
    try {
      await connectPatiently(client, waiting);
      onFound?.(database);
      await database.#refuseWeakServer();
      await using preparing = new MongoClient(url, { ...options, socketTimeoutMS: PREPARING_TIMEOUT_MS });
      await connectPatiently(preparing, waiting);
      await prepareAll(preparing.db(name), database.stored);
      return database;
    } catch (error) {
      await client.close();
      throw error;
    }
  }

  /** Several documents moved together or not at all. The work may be run again, so it must have no other effect. */
  async transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    const session = this.client.startSession();
    try {
      const result = await session.withTransaction(() => inTransaction(session, work), {
        writeConcern: { w: 'majority', journal: true },
        readConcern: { level: 'snapshot' },
      });
      tellCommitted(session);
      return result;
    } finally {
      await session.endSession();
    }
  }

  /** Version of the server: `8.0.4`. */
  async serverVersion(): Promise<string> {
    return String((await this.db.admin().buildInfo())['version']);
  }

  /** Whether the database can be written to with a majority. Answers within a second, whatever the database does. */
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
  // One after the other: several at once wait for connections longer than a busy server lets them.
  for (const stored of collections) await prepare(db, stored, present.get(stored.name));
}

/** Collection, validator and indexes; every step may be repeated, also by several replicas at once. */
async function prepare(db: Db, stored: StoredCollection, listed: Listed | undefined): Promise<void> {
  const validation = { validator: { $jsonSchema: bsonSchemaOf(stored.schema) }, validationLevel: 'strict' } as const;
  const present = listed ?? (await createCollection(db, stored.name, validation));
  // Changing it waits for every transaction on the collection, also for those that a killed process left open.
  if (present !== undefined && !isSame(present, validation)) await db.command({ collMod: stored.name, ...validation });
  const indexes = [...stored.indexes, ...QUEUES.filter((queue) => hasQueue(stored, queue)).map(queueIndex)];
  if (indexes.length > 0) await db.collection(stored.name).createIndexes(indexes);
}

/** Gives the one that another replica created at the same moment. */
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
