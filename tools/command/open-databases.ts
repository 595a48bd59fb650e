import type { Db, MongoClientOptions } from 'mongodb';
import { openDatabase } from './run-to-end.ts';

/** Databases of services, each through a client of its own. */
export interface OpenedDatabases<Service extends string> extends AsyncDisposable {
  readonly databases: Readonly<Record<Service, Db>>;
}

/**
 * The databases of several services, as the operator. MONGO_URL is their address, MONGO_URL_PAYMENTS and so on that of one of
 * them; MONGO_DATABASE_PAYMENTS and so on override their names.
 */
export async function openDatabases<Service extends string>(
  command: string,
  services: readonly Service[],
  options: MongoClientOptions = {},
): Promise<OpenedDatabases<Service>> {
  await using opened = new AsyncDisposableStack();
  const entries = services.map((service) => {
    const own = service.toUpperCase();
    const client = opened.use(openDatabase(command, { variable: `MONGO_URL_${own}`, ...options }));
    return [service, client.db(process.env[`MONGO_DATABASE_${own}`] ?? service)] as const;
  });
  // Before several queries at once, of which all but one would fail for a reason that says nothing.
  await entries[0]?.[1].client.connect();
  const clients = opened.move();
  return {
    databases: Object.fromEntries(entries) as Record<Service, Db>,
    [Symbol.asyncDispose]: () => clients.disposeAsync(),
  };
}
