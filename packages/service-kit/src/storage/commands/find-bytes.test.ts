import { mongod, type TestServer } from '@xs2a/test-kit';
import { BSON, type Collection, type CommandStartedEvent, MongoClient } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findBytes } from './find-bytes.ts';

interface Entry {
  readonly _id: number;
  readonly text: string;
}

const NOT_WRITABLE_PRIMARY = 10_107;
const COUNT = 200;

let server: TestServer;
let client: MongoClient;
let entries: Collection<Entry>;
const commands: CommandStartedEvent[] = [];
beforeAll(async () => {
  server = await mongod({ args: ['--setParameter', 'enableTestCommands=1'] });
  client = await MongoClient.connect(server.url, { monitorCommands: true });
  entries = client.db('bytes').collection<Entry>('entries');
  await entries.insertMany(Array.from({ length: COUNT }, (_, _id) => ({ _id, text: `Račun ${_id}` })));
  client.on('commandStarted', (command) => commands.push(command));
});
afterAll(async () => {
  await client.close();
  await server[Symbol.asyncDispose]();
});
beforeEach(() => void commands.splice(0));

/** Lets the next finds fail: the connection is closed, or the server says that it is no primary any more. */
async function failNext(times: number, data: object): Promise<void> {
  const failure = { mode: { times }, data: { failCommands: ['find'], ...data } };
  await client.db('admin').command({ configureFailPoint: 'failCommand', ...failure });
  commands.splice(0);
}

const lastThree = async (): Promise<unknown> => {
  const cursor = await findBytes(entries, { filter: { _id: { $gte: 10 } }, sort: { _id: -1 }, limit: 3 });
  return (BSON.deserialize(cursor)['firstBatch'] as Entry[]).map(({ text }) => text);
};

describe('documents as bytes', () => {
  it('are all in one batch, in their order', async () => {
    expect(await lastThree()).toEqual(['Račun 199', 'Račun 198', 'Račun 197']);
    const all = BSON.deserialize(await findBytes(entries, { limit: COUNT }));
    expect(all['firstBatch']).toHaveLength(COUNT);
    // No cursor is left open.
    expect(all['id']).toBe(0);
  });

  it('are what a majority has', async () => {
    await lastThree();
    expect(commands.map(({ command }) => command['readConcern'] as unknown)).toEqual([{ level: 'majority' }]);
  });

  it.each([
    ['the connection is lost', { closeConnection: true }],
    ['the primary changes', { errorCode: NOT_WRITABLE_PRIMARY }],
  ])('are read once more where %s, and no third time', async (_, data) => {
    await failNext(1, data);
    expect(await lastThree()).toEqual(['Račun 199', 'Račun 198', 'Račun 197']);
    expect(commands).toHaveLength(2);
    await failNext(2, data);
    await expect(lastThree()).rejects.toThrow();
    expect(commands).toHaveLength(2);
  });

  it('are not read again where the query is refused', async () => {
    await expect(findBytes(entries, { hint: { none: 1 }, limit: 1 })).rejects.toThrow('hint');
    expect(commands).toHaveLength(1);
  });
});
