import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MongoClient, type MongoClientOptions, MongoServerError } from 'mongodb';

const REPLICA_SET = 'rs0';
const ADMINISTRATOR = 'administrator';
const UNAUTHORIZED = 13;

/** Address of the local database, and the files that authenticate its clients. */
export interface LocalDatabase {
  readonly port: number;
  /** The folder of `npm run xs2a -- identities`. */
  readonly identities: string;
  readonly authority: string;
}

/** The key that authenticates members of the set; with it mongod requires authentication of its clients. */
export function memberKey(identities: string): string {
  const file = join(identities, 'mongod.key');
  return writeOnce(file, randomBytes(48).toString('base64'), 0o400);
}

/**
 * Initiates the one-member replica set if needed, updates a changed port, makes the users of the services, and returns whether
 * the member is primary.
 */
export async function becomesPrimary(database: LocalDatabase): Promise<boolean> {
  const host = `127.0.0.1:${database.port}`;
  const hello = await withClient(database, {}, (admin) => admin.command({ hello: 1 }));
  if (hello['isreplicaset'] === true) {
    const isNew = await withClient(database, {}, (admin) => initiate(admin, host));
    if (isNew) return false;
  }
  const password = administratorPassword(database.identities);
  if (hello['isWritablePrimary'] !== true) {
    await withClient(database, { password }, (admin) => moveMember(admin, host));
    return false;
  }
  await withClient(database, {}, (admin) => createAdministrator(admin, password));
  await withClient(database, { password }, (admin) => createUsers(admin, database.identities));
  return true;
}

type Admin = ReturnType<MongoClient['db']>;

/**
 * Returns false if a set exists, which requires authentication to initiate another: a member missing in its own set, because
 * MONGO_PORT has changed, reports the same as a new one.
 */
async function initiate(admin: Admin, host: string): Promise<boolean> {
  try {
    await admin.command({ replSetInitiate: { _id: REPLICA_SET, members: [{ _id: 0, host }] } });
    return true;
  } catch (error) {
    if (error instanceof MongoServerError && error.code === UNAUTHORIZED) return false;
    throw error;
  }
}

/** A client on this machine may create the first user of a database, once. */
async function createAdministrator(admin: Admin, pwd: string): Promise<void> {
  await admin.command({ createUser: ADMINISTRATOR, pwd, roles: ['root'] }).catch((error: unknown) => {
    if (!(error instanceof MongoServerError) || error.code !== UNAUTHORIZED) throw error;
  });
}

async function createUsers(admin: Admin, identities: string): Promise<void> {
  // Imported after the build: a fresh clone has no build output before.
  const { DATABASE_USERS, ensureDatabaseUser, passwordFile, rightsOf } = await import('@xs2a/service-kit');
  for (const user of DATABASE_USERS) {
    const password = readFileSync(passwordFile(identities, user), 'utf8').trim();
    await ensureDatabaseUser(admin, user, password, rightsOf(user));
  }
}

/** MONGO_PORT has changed: the set still lists its only member at the old port. */
async function moveMember(admin: Admin, host: string): Promise<void> {
  const { config } = await admin.command({ replSetGetConfig: 1 });
  const known = config as { version: number; members: { host: string }[] };
  if (known.members[0]?.host === host) return;
  const moved = { ...known, version: known.version + 1, members: [{ ...known.members[0], host }] };
  await admin.command({ replSetReconfig: moved, force: true });
}

async function withClient<T>(
  { port, authority }: LocalDatabase,
  { password }: { password?: string },
  work: (admin: Admin) => Promise<T>,
): Promise<T> {
  const options: MongoClientOptions = {
    serverSelectionTimeoutMS: 1_000,
    tls: true,
    ca: readFileSync(authority),
    ...(password !== undefined && { auth: { username: ADMINISTRATOR, password }, authSource: 'admin' }),
  };
  await using client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, options);
  return await work(client.db('admin'));
}

function administratorPassword(identities: string): string {
  const file = join(identities, `${ADMINISTRATOR}.mongo-password`);
  writeOnce(file, randomBytes(32).toString('base64url'), 0o600);
  return readFileSync(file, 'utf8').trim();
}

function writeOnce(file: string, content: string, mode: number): string {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (!existsSync(file)) writeFileSync(file, content, { mode });
  return file;
}
