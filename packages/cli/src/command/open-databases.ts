import { DatabaseConfig, databaseAddress, readConfig } from '@xs2a/service-kit';
import { type Db, MongoClient, type MongoClientOptions } from 'mongodb';
import type { CommandEnvironment } from './command.ts';

/** Milliseconds that a command waits for the bus or for a database. */
export const PATIENCE_MS = 4_000;

/** Databases of services, each with its own client. */
export interface OpenedDatabases<Service extends string> extends AsyncDisposable {
  readonly databases: Readonly<Record<Service, Db>>;
}

/** Creates a client for the database of a service, as the operator. Throws if the address is invalid. Connects on first use. */
export async function openDatabase(
  environment: CommandEnvironment,
  command: string,
  { variable = 'MONGO_URL', ...options }: MongoClientOptions & { variable?: string } = {},
): Promise<MongoClient> {
  const given = process.env[variable];
  const env = await environment.envOf('operator', given ? { ...process.env, MONGO_URL: given } : process.env);
  const { url, options: own } = databaseAddress(readConfig(DatabaseConfig, env));
  return new MongoClient(url, {
    ...own,
    appName: command,
    writeConcern: { w: 'majority', journal: true },
    readConcern: { level: 'majority' },
    serverSelectionTimeoutMS: PATIENCE_MS,
    useBigInt64: true,
    ...options,
  });
}

/**
 * Opens the databases of several services, as the operator. MONGO_URL is the common address, MONGO_URL_PAYMENTS and so on that of
 * one of them; MONGO_DATABASE_PAYMENTS and so on override their names.
 */
export async function openDatabases<Service extends string>(
  environment: CommandEnvironment,
  command: string,
  services: readonly Service[],
  options: MongoClientOptions = {},
): Promise<OpenedDatabases<Service>> {
  await using opened = new AsyncDisposableStack();
  const entries: (readonly [Service, Db])[] = [];
  for (const service of services) {
    const own = service.toUpperCase();
    const client = opened.use(await openDatabase(environment, command, { variable: `MONGO_URL_${own}`, ...options }));
    entries.push([service, client.db(process.env[`MONGO_DATABASE_${own}`] ?? service)]);
  }
  // Connected before concurrent queries, of which all but one would otherwise fail with a meaningless error.
  await entries[0]?.[1].client.connect();
  const clients = opened.move();
  return {
    databases: Object.fromEntries(entries) as Record<Service, Db>,
    [Symbol.asyncDispose]: () => clients.disposeAsync(),
  };
}
