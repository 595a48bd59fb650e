import { randomBytes } from 'node:crypto';
import {
  DATABASE_USERS,
  Database,
  type DatabaseRights,
  databaseAddress,
  ensureDatabaseUser,
  rightsOf,
  storedCollection,
} from '@xs2a/service-kit';
import { testServers, withoutUser } from '@xs2a/test-kit';
import { MongoClient, MongoServerError } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const { mongoUrl } = testServers();
/** Databases and users used only by this file. */
const run = randomBytes(4).toString('hex');
const own = (name: string): string => `ids${run}-${name}`;
const COMMANDS: readonly string[] = ['operator', 'reader'];
const SERVICES = DATABASE_USERS.filter((user) => !COMMANDS.includes(user));
const passwords = new Map(DATABASE_USERS.map((user) => [user, randomBytes(18).toString('base64url')]));
const Note = z.object({ _id: z.string(), text: z.string() });
const versioned = (schema: z.ZodObject) =>
  storedCollection('versions', schema, { indexes: [{ key: { text: 1 }, name: 'text' }] });

/** The same rights on the databases of this file. */
const rightsHere = ({ owns = [], writes = [], reads = [] }: DatabaseRights): DatabaseRights => ({
  owns: owns.map(own),
  writes: writes.map(own),
  reads: reads.map(own),
});

let administrator: MongoClient;
beforeAll(async () => {
  administrator = await MongoClient.connect(mongoUrl);
  for (const user of DATABASE_USERS) {
    await ensureDatabaseUser(
      administrator.db('admin'),
      own(user),
      passwords.get(user) ?? '',
      rightsHere(rightsOf(user)),
    );
    if (SERVICES.includes(user)) await administrator.db(own(user)).collection('notes').insertOne({ text: 'there' });
  }
});
afterAll(async () => {
  for (const user of DATABASE_USERS) {
    await administrator.db(own(user)).dropDatabase();
    await administrator.db('admin').command({ dropUser: own(user) });
    await administrator.db('admin').command({ dropRole: `xs2a-${own(user)}` });
  }
  await administrator.close();
});

const addressOf = (user: (typeof DATABASE_USERS)[number]) => {
  const MONGO_PASSWORD = passwords.get(user) ?? '';
  return databaseAddress({ MONGO_URL: withoutUser(mongoUrl), MONGO_USER: own(user), MONGO_PASSWORD });
};

/** `true`, or the code of the refusal: 13 is "not authorized". */
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => true,
    (error: unknown) => (error instanceof MongoServerError ? error.code : error),
  );

describe.each(SERVICES)('with the user of %s', (service) => {
  it('MongoDB refuses to read and write every other database', async () => {
    const { url, options } = addressOf(service);
    await using client = await MongoClient.connect(url, options);
    const others = [...SERVICES.filter((other) => other !== service).map(own), 'admin', 'local', 'config'];
    const refused = await Promise.all(
      others.map(async (name) => {
        const notes = client.db(name).collection('notes');
        return [
          name,
          await codeOf(notes.findOne({})),
          await codeOf(notes.insertOne({ text: 'x' })),
          await codeOf(notes.deleteMany({})),
          await codeOf(client.db(name).createCollection('more')),
          await codeOf(client.db(name).dropDatabase()),
        ];
      }),
    );
    expect(refused).toEqual(others.map((name) => [name, 13, 13, 13, 13, 13]));
    const admin = client.db('admin');
    expect(await codeOf(admin.command({ createUser: 'x', pwd: 'x', roles: ['root'] }))).toBe(13);
    expect(await codeOf(admin.command({ shutdown: 1 }))).toBe(13);
    expect(await codeOf(client.db(own(service)).dropDatabase())).toBe(13);
  });

  it('its own database can be prepared, migrated by a new version, and used', async () => {
    const address = addressOf(service);
    const older = await Database.connect(address, own(service), [versioned(Note)]);
    await older.db.collection<{ _id: string }>('versions').insertOne({ _id: 'one', text: 'there' } as { _id: string });
    await older.close();
    const schema = Note.extend({ more: z.string().optional() });
    const newer = await Database.connect(address, own(service), [versioned(schema)]);
    expect(await newer.db.collection('versions').countDocuments()).toBe(1);
    await newer.transaction((session) => newer.db.collection('versions').deleteMany({}, { session }));
    expect(await newer.isReady()).toBe(true);
    await newer.close();
  });
});

it.each([
  ['operator', ['bank', 'consent', 'gateway', 'payments', 'sca']],
  ['reader', []],
] as const)(
  'the user of commands %s reads the databases of all services, writes to %j alone, and creates no users',
  async (user, written) => {
    const { url, options } = addressOf(user);
    await using client = await MongoClient.connect(url, options);
    for (const service of SERVICES) {
      const notes = client.db(own(service)).collection<{ text: string }>('notes');
      expect(await notes.countDocuments({ text: 'there' })).toBe(1);
      const mayWrite = (written as readonly string[]).includes(service);
      expect([service, await codeOf(notes.insertOne({ text: 'x' }))]).toEqual([service, mayWrite || 13]);
      expect(await codeOf(client.db(own(service)).command({ collMod: 'notes', validator: {} }))).toBe(13);
    }
    expect(await codeOf(client.db('admin').command({ createUser: 'x', pwd: 'x', roles: ['root'] }))).toBe(13);
  },
);

it('a wrong password is refused', async () => {
  const { url, options } = addressOf('payments');
  const wrong = { ...options, auth: { username: own('payments'), password: 'x' } };
  expect(await codeOf(MongoClient.connect(url, wrong))).toBe(18);
});
