import { type Db, MongoClient } from 'mongodb';

const DEFAULT_URL = 'mongodb://127.0.0.1:27017/?replicaSet=rs0&directConnection=true';

/**
 * The databases of services, for a command that reads them as they are. MONGO_URL is their address, MONGO_URL_PAYMENTS and so on
 * that of one of them; MONGO_DATABASE_PAYMENTS and so on override their names.
 */
export function readDatabases<Service extends string>(
  services: readonly Service[],
  appName: string,
): AsyncDisposable & { readonly databases: Readonly<Record<Service, Db>> } {
  const clients: MongoClient[] = [];
  const open = (service: Service): Db => {
    const own = service.toUpperCase();
    const url = process.env[`MONGO_URL_${own}`] ?? process.env['MONGO_URL'] ?? DEFAULT_URL;
    const client = new MongoClient(url, {
      appName,
      readConcern: { level: 'majority' },
      serverSelectionTimeoutMS: 3_000,
      useBigInt64: true,
    });
    clients.push(client);
    return client.db(process.env[`MONGO_DATABASE_${own}`] ?? service);
  };
  return {
    databases: Object.fromEntries(services.map((service) => [service, open(service)])) as Record<Service, Db>,
    async [Symbol.asyncDispose]() {
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}
