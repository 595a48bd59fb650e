import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BSON, type ClientSession, type Db, MongoClient } from 'mongodb';

/** Documents in one write of a restore. */
const BATCH = 500;
const SYSTEM = /^system\./;

/** One database at one moment. */
export interface Dump {
  readonly name: string;
  readonly folder: string;
  readonly takenAt: Date;
  readonly documents: number;
}

/**
 * Dumps databases to files, all at one moment even while they change: all collections are read in one snapshot. The files are
 * those of `mongodump`: a `.bson` for each collection, one document after the other.
 */
export async function dumpDatabases(mongoUrl: string, names: readonly string[], into: string): Promise<Dump[]> {
  await using client = await MongoClient.connect(mongoUrl);
  await using session = client.startSession({ snapshot: true });
  const takenAt = new Date();
  const dumps: Dump[] = [];
  for (const name of names) dumps.push({ ...(await dumpDatabase(client.db(name), session, into)), takenAt });
  return dumps;
}

async function dumpDatabase(db: Db, session: ClientSession, into: string): Promise<Omit<Dump, 'takenAt'>> {
  const { databaseName: name } = db;
  const folder = join(into, name);
  await mkdir(folder, { recursive: true });
  const collections = (await db.listCollections({}, { nameOnly: true }).toArray()).filter(
    ({ name: own }) => !SYSTEM.test(own),
  );
  let documents = 0;
  for (const { name: collection } of collections) {
    const found = db.collection(collection).find({}, { session, raw: true });
    const counted = async function* (): AsyncGenerator<Buffer> {
      for await (const document of found) {
        documents++;
        yield document as unknown as Buffer;
      }
    };
    await pipeline(Readable.from(counted()), createWriteStream(join(folder, `${collection}.bson`)));
  }
  return { name, folder, documents };
}

/** Fills an empty database from such files. The services create indexes and validators when they start. */
export async function restoreDatabase(
  mongoUrl: string,
  { name, folder }: Pick<Dump, 'name' | 'folder'>,
): Promise<number> {
  await using client = await MongoClient.connect(mongoUrl, {
    writeConcern: { w: 'majority', journal: true },
    useBigInt64: true,
  });
  const db = client.db(name);
  let restored = 0;
  for (const file of await readdir(folder)) {
    const documents = documentsIn(await readFile(join(folder, file)));
    for (let at = 0; at < documents.length; at += BATCH)
      restored += (await db.collection(file.replace(/\.bson$/, '')).insertMany(documents.slice(at, at + BATCH)))
        .insertedCount;
  }
  return restored;
}

/** Each document begins with its length. */
function documentsIn(bytes: Buffer): BSON.Document[] {
  const documents: BSON.Document[] = [];
  for (let at = 0; at < bytes.length; at += bytes.readInt32LE(at))
    documents.push(
      BSON.deserialize(bytes.subarray(at, at + bytes.readInt32LE(at)), { useBigInt64: true, promoteValues: true }),
    );
  return documents;
}
