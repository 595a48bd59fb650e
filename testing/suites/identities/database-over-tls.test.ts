import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { TestAuthority } from '@xs2a/certificates';
import {
  DATABASE_USERS,
  Database,
  type DatabaseUser,
  databaseAddress,
  passwordFile,
  writeIdentities,
} from '@xs2a/service-kit';
import { mongod, type TestServer, withoutUser } from '@xs2a/test-kit';
import { type Document, MongoClient, MongoServerError } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';

const DAY_MS = 86_400_000;
const folder = mkdtempSync(join(tmpdir(), 'xs2a-over-tls-'));
const at = (name: string): string => join(folder, name);
let server: TestServer;
let administrator: MongoClient;

beforeAll(async () => {
  const now = new Date();
  const validity = { notBefore: new Date(now.getTime() - DAY_MS), notAfter: new Date(now.getTime() + DAY_MS) };
  const [authority, stranger] = [await TestAuthority.create(now), await TestAuthority.create(now)];
  const { certificate, key } = await authority.issueServer(['localhost', '127.0.0.1'], validity);
  writeFileSync(at('ca.pem'), authority.own.certificate);
  writeFileSync(at('other-ca.pem'), stranger.own.certificate);
  writeFileSync(at('server.both.pem'), `${key}${certificate}`);
  writeIdentities(at('identities'));
  const tls = ['--tlsCertificateKeyFile', at('server.both.pem'), '--tlsCAFile', at('ca.pem')];
  // TLS is not required until the replica set is initiated.
  const args = ['--tlsMode', 'preferTLS', ...tls, '--tlsAllowConnectionsWithoutCertificates'];
  server = await mongod({ args, folder: mkdtempSync(at('data-')) });
  administrator = await MongoClient.connect(server.url, { tls: true, tlsCAFile: at('ca.pem') });
  await administrator.db('admin').command({ setParameter: 1, tlsMode: 'requireTLS' });
});
afterAll(async () => {
  await administrator.close();
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** Returns the commands that mongosh would send for database-users.js, with existing users and roles or without. */
function commandsOfScript(areThere: boolean): Document[] {
  const sent: Document[] = [];
  const say = (command: string, name: string) => (subject: unknown, more?: Document) => {
    const { [name]: named, ...rest } =
      typeof subject === 'string' ? { [name]: subject, ...more } : (subject as Document);
    sent.push({ [command]: named, ...rest });
  };
  const admin = {
    getRole: () => (areThere ? {} : null),
    getUser: () => (areThere ? {} : null),
    createRole: say('createRole', 'role'),
    updateRole: say('updateRole', 'role'),
    createUser: say('createUser', 'user'),
    updateUser: say('updateUser', 'user'),
  };
  runInNewContext(readFileSync(at('identities/database-users.js'), 'utf8'), {
    db: { getSiblingDB: () => admin },
    require: createRequire(import.meta.url),
    process: { env: {} },
    __dirname: at('identities'),
  });
  return sent;
}

const addressOf = (user: DatabaseUser, more: object = {}) =>
  databaseAddress({
    MONGO_URL: withoutUser(server.url),
    MONGO_USER: user,
    MONGO_PASSWORD_FILE: passwordFile(at('identities'), user),
    MONGO_CA_FILE: at('ca.pem'),
    ...more,
  });

it('database-users.js creates every user with its password on its own database; a second run updates them', async () => {
  for (const areThere of [false, true]) {
    const commands = commandsOfScript(areThere);
    const verb = areThere ? 'update' : 'create';
    expect(commands.flatMap((one) => one[`${verb}User`] ?? [])).toEqual(DATABASE_USERS);
    for (const command of commands) await administrator.db('admin').command(command);
    for (const user of DATABASE_USERS) {
      const { url, options } = addressOf(user);
      await using client = await MongoClient.connect(url, options);
      const own = user === 'operator' || user === 'reader' ? 'payments' : user;
      const note = randomBytes(4).toString('hex');
      if (user === 'reader') await client.db(own).collection('notes').findOne({ note });
      else await client.db(own).collection('notes').insertOne({ note });
      const elsewhere = client.db('elsewhere').collection('notes').insertOne({ note });
      expect(await elsewhere.catch((error: unknown) => (error instanceof MongoServerError ? error.code : error))).toBe(
        13,
      );
    }
  }
});

it('a service connects to a database that requires TLS, with the CA of its configuration', async () => {
  const database = await Database.connect(addressOf('consent'), 'consent', []);
  expect(await database.isReady()).toBe(true);
  const { transportSecurity } = await administrator.db('admin').command({ serverStatus: 1 });
  expect(Number(transportSecurity['1.3'])).toBeGreaterThan(0);
  await database.close();
});

it('a service refuses a database with a certificate of another CA, and a database that requires TLS refuses one without', async () => {
  for (const MONGO_CA_FILE of [at('other-ca.pem'), undefined]) {
    const ending = new AbortController();
    const reasons: string[] = [];
    const connecting = Database.connect(addressOf('consent', { MONGO_CA_FILE }), 'consent', [], {
      signal: ending.signal,
      onAway: (reason) => {
        reasons.push(reason);
        ending.abort(new Error('told to stop'));
      },
    });
    await expect(connecting).rejects.toThrow('told to stop');
    expect(reasons).toHaveLength(1);
  }
});
