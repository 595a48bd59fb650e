import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASE_USERS, type DatabaseRights, ensureDatabaseUser, rightsOf } from '@xs2a/service-kit';
import { type Db, MongoClient, MongoServerError } from 'mongodb';

/** The administrator exists: creating users now needs authentication, or the name is taken on a server without it. */
const IS_THERE: ReadonlySet<unknown> = new Set([13, 51_003]);
const NAME = 'administrator';
/** The workers of a test run need the administrator of its shared database: the password is in the address. */
const PASSWORD = randomBytes(18).toString('base64url');

let keyFile: string | undefined;

/**
 * Returns the options for a mongod that requires authentication, alone and as a member of a set. Passwords are hashed less often
 * than usual.
 */
export function accessControl(): string[] {
  if (keyFile === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'xs2a-mongo-key-'));
    keyFile = join(folder, 'key');
    writeFileSync(keyFile, randomBytes(48).toString('base64'), { mode: 0o400 });
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  }
  return ['--keyFile', keyFile, '--setParameter', 'scramSHA256IterationCount=5000'];
}

/** Creates the administrator of a new database, which a client on the same machine may do once. */
export async function ensureAdministrator(admin: Db): Promise<void> {
  const user = { createUser: NAME, pwd: PASSWORD, roles: ['root'], mechanisms: ['SCRAM-SHA-256'] };
  await admin.command(user).catch((error: unknown) => {
    if (!(error instanceof MongoServerError) || !IS_THERE.has(error.code)) throw error;
  });
}

/** Returns the address with the administrator's credentials. */
export function asAdministrator(url: string): string {
  const [address = '', query = ''] = url.split('?');
  return `${address.replace('//', `//${NAME}:${PASSWORD}@`)}?${query === '' ? '' : `${query}&`}authSource=admin`;
}

/** Returns the variables with which a service connects to its own database and no other, for an administrator's address. */
export async function asService(url: string, service: string, database = service): Promise<Record<string, string>> {
  if (!DATABASE_USERS.some((user) => user === service)) return { MONGO_URL: withoutUser(url) };
  return asUser(url, database, { owns: [database] });
}

/** Returns the variables with which an operator's command connects, with the permissions of that role. */
export function asOperator(url: string): Promise<Record<string, string>> {
  return asUser(url, 'operator', rightsOf('operator'));
}

async function asUser(url: string, user: string, rights: DatabaseRights): Promise<Record<string, string>> {
  // The same at each call: another one would invalidate the first.
  const password = createHmac('sha256', administratorsPassword(url)).update(user).digest('base64url');
  await using client = await MongoClient.connect(url);
  await ensureDatabaseUser(client.db('admin'), user, password, rights);
  return { MONGO_USER: user, MONGO_PASSWORD: password, MONGO_URL: withoutUser(url) };
}

/** An address of several members is no URL. */
function administratorsPassword(address: string): string {
  return /\/\/[^/?:]*:([^/?@]*)@/.exec(address)?.[1] ?? '';
}

/** Returns the address without credentials. */
export function withoutUser(url: string): string {
  return url.replace(/\/\/[^/?]*@/, '//').replace('&authSource=admin', '');
}
