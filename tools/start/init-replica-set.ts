import { MongoClient, MongoServerError } from 'mongodb';

const REPLICA_SET = 'rs0';
const NOT_YET_INITIALIZED = 94;

/** Initiates the one-member replica set if needed, updates a changed port, and returns whether the member is primary. */
export async function becomesPrimary(port: number): Promise<boolean> {
  const host = `127.0.0.1:${port}`;
  const client = new MongoClient(`mongodb://${host}/?directConnection=true`, { serverSelectionTimeoutMS: 1_000 });
  try {
    const admin = client.db('admin');
    const hello = await admin.command({ hello: 1 });
    if (hello['isWritablePrimary'] === true) return true;
    const config = await admin.command({ replSetGetConfig: 1 }).catch((error: unknown) => {
      if (error instanceof MongoServerError && error.code === NOT_YET_INITIALIZED) return undefined;
      throw error;
    });
    if (config === undefined) {
      await admin.command({ replSetInitiate: { _id: REPLICA_SET, members: [{ _id: 0, host }] } });
      return false;
    }
    const known = config['config'] as { version: number; members: { host: string }[] };
    if (known.members[0]?.host !== host) {
      // MONGO_PORT has changed: the set still lists its only member at the old port.
      const moved = { ...known, version: known.version + 1, members: [{ ...known.members[0], host }] };
      await admin.command({ replSetReconfig: moved, force: true });
    }
    return false;
  } finally {
    await client.close();
  }
}
