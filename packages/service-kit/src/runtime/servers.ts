import { Bus, type BusOptions } from '../bus/bus.ts';
import { connectOptions } from '../bus/connect-options.ts';
import { HISTORY_CHECKPOINTS } from '../history/history-checkpoint.ts';
import { LEASES } from '../jobs/jobs.ts';
import { Dependency, DependencyWatch } from '../observability/dependency-watch.ts';
import type { Log } from '../observability/log.ts';
import { DEAD_LETTERS } from '../outbox/dead-letters.ts';
import { Database, type DatabaseOptions } from '../storage/database.ts';
import { databaseAddress, serversOfDatabase } from '../storage/database-address.ts';
import type { StoredCollection } from '../storage/stored-collection.ts';
import type { KitConfig } from './config.ts';
import { INDEX_USES } from './maintain-indexes.ts';
import type { Service } from './service.ts';

/** Collections of the kit in every database, in addition to those of the service. */
export const KIT_COLLECTIONS: readonly StoredCollection[] = [LEASES, DEAD_LETTERS, HISTORY_CHECKPOINTS, INDEX_USES];

interface Connected extends AsyncDisposable {
  readonly bus: Bus;
  /** Undefined if the service has no collections. */
  readonly database: Database | undefined;
}

/** Bus and database of a service. Waits for both at start, and reports which one is unavailable, then and later. */
export class Servers {
  readonly #service: Pick<Service, 'name' | 'collections' | 'survivesDatabase'>;
  readonly #config: KitConfig;
  readonly #busFound: Dependency;
  readonly #databaseFound: Dependency | undefined;
  readonly #watch: DependencyWatch;
  #database: Database | undefined;

  constructor(service: Pick<Service, 'name' | 'collections' | 'survivesDatabase'>, config: KitConfig, log: Log) {
    this.#service = service;
    this.#config = config;
    this.#busFound = new Dependency('bus', String(connectOptions(config).servers));
    if (service.collections.length > 0) {
      this.#databaseFound = new Dependency('database', serversOfDatabase(databaseAddress(config).url));
    }
    this.#watch = new DependencyWatch(
      [this.#busFound, this.#databaseFound].filter((one) => one !== undefined),
      log,
    );
  }

  /** Connects both at once, so that both are reported if both are unavailable. If one refuses, both are disconnected. */
  async connect(taking: Pick<BusOptions, 'protection' | 'tracing'>): Promise<Connected> {
    const ending = new AbortController();
    const { signal } = ending;
    const { tracing } = taking;
    const connecting = [this.#connectBus({ ...taking, signal }), this.#connectDatabase({ tracing, signal })] as const;
    const close = async (): Promise<void> => {
      ending.abort();
      const [bus, database] = await Promise.allSettled(connecting);
      if (database.status === 'fulfilled') await database.value?.close();
      if (bus.status === 'fulfilled') await bus.value.close();
    };
    try {
      const [bus, database] = await Promise.all(connecting);
      return { bus, database, [Symbol.asyncDispose]: close };
    } catch (error) {
      await close();
      throw error;
    }
  }

  /** Unavailable dependencies that the service needs. */
  async missing(): Promise<string[]> {
    const database = this.#databaseFound;
    const isDatabaseHere = async (): Promise<boolean> => (await this.#database?.isReady()) ?? false;
    const needsDatabase = database !== undefined && !this.#survivesDatabase;
    return [
      ...(this.#busFound.isThere ? [] : [this.#busFound.text]),
      ...(needsDatabase && !(await isDatabaseHere()) ? [database.text] : []),
    ];
  }

  /** Unavailable dependencies that the service can do without. */
  remarks(): string[] {
    const database = this.#databaseFound;
    return database === undefined || database.isThere || !this.#survivesDatabase ? [] : [database.text];
  }

  stopWatching(): void {
    this.#watch.stop();
  }

  /** Only once it has read the data it needs. */
  get #survivesDatabase(): boolean {
    return this.#service.survivesDatabase === true && this.#database !== undefined;
  }

  async #connectBus(options: BusOptions): Promise<Bus> {
    const onAway = (reason: string): void => void (this.#busFound.reason = reason);
    const bus = await Bus.connect(this.#config, this.#service.name, { ...options, onAway });
    this.#busFound.found(() => bus.isConnected);
    return bus;
  }

  async #connectDatabase(options: DatabaseOptions): Promise<Database | undefined> {
    const found = this.#databaseFound;
    if (found === undefined) return undefined;
    const { name } = this.#service;
    const collections = [...this.#service.collections, ...KIT_COLLECTIONS];
    const { MONGO_DATABASE = name } = this.#config;
    const address = databaseAddress(this.#config);
    this.#database = await Database.connect(address, MONGO_DATABASE, collections, {
      ...options,
      onAway: (reason) => void (found.reason = reason),
      onFound: (database) => found.found(() => database.isThere),
    });
    return this.#database;
  }
}
