import { MongoClient } from 'mongodb';

const OWN_OF_MONGODB = new Set(['admin', 'config', 'local']);
/** Size of the profiler collection of one database, in bytes. */
const NOTES_BYTES = 8 * 1_024 * 1_024;

/** A command that read every document of a collection, or sorted in memory. */
interface Noted {
  readonly ns: string;
  readonly op: string;
  readonly planSummary?: string;
  readonly hasSortStage?: boolean;
  readonly command: Readonly<Record<string, unknown>>;
}

/** Queries without an index in all databases, from now on until the servers end. */
export interface WatchedQueries extends AsyncDisposable {
  /** Returns each kind once, sorted: `payments.payments find {status} COLLSCAN`. */
  withoutIndex(): Promise<string[]>;
}

/**
 * Has the profiler of MongoDB record queries that read a whole collection or sort in memory, with fields and without values.
 * Queries of a client whose `appName` is `ignored` do not count.
 */
export async function watchQueries(mongoUrl: string, ignored = ''): Promise<WatchedQueries> {
  const client = await MongoClient.connect(mongoUrl);
  const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
  const names = databases.map(({ name }) => name).filter((name) => !OWN_OF_MONGODB.has(name));
  const filter = { $or: [{ planSummary: /COLLSCAN/ }, { hasSortStage: true }], appName: { $ne: ignored } };
  for (const name of names) {
    const db = client.db(name);
    await db.command({ profile: 0 });
    await db.dropCollection('system.profile');
    await db.createCollection('system.profile', { capped: true, size: NOTES_BYTES });
    await db.command({ profile: 1, filter });
  }
  return {
    withoutIndex: async () => {
      const kinds = new Set<string>();
      for (const name of names) {
        for (const noted of await client.db(name).collection<Noted>('system.profile').find().toArray()) {
          if (!noted.ns.includes('.system.')) kinds.add(kindOf(noted));
        }
      }
      return [...kinds].toSorted();
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

function kindOf({ ns, op, planSummary = '', hasSortStage, command }: Noted): string {
  const { filter, q, query, pipeline } = command as { filter?: object; q?: object; query?: object; pipeline?: object };
  const asked = fieldsOf(filter ?? q ?? query ?? pipeline ?? {});
  return `${ns} ${op} ${asked} ${planSummary}${hasSortStage ? ' sorted in memory' : ''}`;
}

/** `{status,nextAt:{$lte}}`. */
function fieldsOf(value: unknown): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(fieldsOf))].filter(Boolean).join()}]`;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return '';
  const fields = Object.entries(value).map(([name, inner]) => {
    const below = fieldsOf(inner);
    return below === '' || below === '[]' ? name : `${name}:${below}`;
  });
  return `{${fields.join()}}`;
}
