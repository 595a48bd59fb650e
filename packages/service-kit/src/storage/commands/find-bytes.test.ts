import { forAllTests, mongod } from '@xs2a/test-kit';
import { BSON, type Collection, type CommandStartedEvent, MongoClient } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findBytes } from './find-bytes.ts';

interface Entry {
  readonly _id: number;
  readonly text: string;
}

const NOT_WRITABLE_PRIMARY = 10_107;
const CURSOR_NOT_FOUND = 43;
const COUNT = 200;
/** Three of them exceed the maximum size of a database reply. */
const LARGE = 'x'.repeat(6 * 1_024 * 1_024);

const server = forAllTests(() => mongod({ args: ['--setParameter', 'enableTestCommands=1'] }));
let client: MongoClient;
let entries: Collection<Entry>;
let largeEntries: Collection<Entry>;
const commands: CommandStartedEvent[] = [];
beforeAll(async () => {
  client = await MongoClient.connect(server.url, { monitorCommands: true });
  entries = client.db('bytes').collection<Entry>('entries');
  await entries.insertMany(Array.from({ length: COUNT }, (_, _id) => ({ _id, text: `Račun ${_id}` })));
  largeEntries = client.db('bytes').collection<Entry>('largeEntries');
  await largeEntries.insertMany([1, 2, 3].map((_id) => ({ _id, text: LARGE })));
  client.on('commandStarted', (command) => commands.push(command));
});
afterAll(async () => {
  await client.close();
});
beforeEach(() => void commands.splice(0));

/** Makes the next commands fail: the connection is closed, or the server answers that it is no longer primary. */
async function failNext(times: number, data: object, command = 'find'): Promise<void> {
  const failure = { mode: { times }, data: { failCommands: [command], ...data } };
  await client.db('admin').command({ configureFailPoint: 'failCommand', ...failure });
  commands.splice(0);
}

const documentsIn = (cursors: readonly Buffer[]): Entry[] =>
  cursors.flatMap((cursor) => {
    const { firstBatch, nextBatch } = BSON.deserialize(cursor);
    return (firstBatch ?? nextBatch) as Entry[];
  });
const namesOf = (): string[] => commands.map(({ commandName }) => commandName);
const largeIds = async (): Promise<number[]> =>
  documentsIn(await findBytes(largeEntries, { sort: { _id: 1 }, limit: 3 })).map(({ _id }) => _id);

const lastThree = async (): Promise<unknown> => {
  const found = documentsIn(await findBytes(entries, { filter: { _id: { $gte: 10 } }, sort: { _id: -1 }, limit: 3 }));
  return found.map(({ text }) => text);
};

describe('documents read as bytes', () => {
  it('arrive in one batch, in order', async () => {
    expect(await lastThree()).toEqual(['Račun 199', 'Račun 198', 'Račun 197']);
    const cursors = await findBytes(entries, { limit: COUNT });
    expect(documentsIn(cursors)).toHaveLength(COUNT);
    expect(namesOf()).toEqual(['find', 'find']);
    // No cursor is left open.
    expect(cursors.map((cursor) => BSON.deserialize(cursor)['id'] as unknown)).toEqual([0]);
  });

  it('are complete even if they exceed the maximum size of one reply', async () => {
    expect(await largeIds()).toEqual([1, 2, 3]);
    expect(namesOf()).toEqual(['find', 'getMore']);
    const [session, ...others] = commands.map(({ command }) => command['lsid'] as unknown);
    expect(others).toEqual([session]);
  });

  it.each([
    ['the connection is lost', { closeConnection: true }],
    ['the new primary has no cursor', { errorCode: CURSOR_NOT_FOUND }],
  ])('are read once more from the beginning if %s between two replies', async (_, data) => {
    await failNext(1, data, 'getMore');
    expect(await largeIds()).toEqual([1, 2, 3]);
    expect(namesOf()).toEqual(['find', 'getMore', 'find', 'getMore']);
  });

  it('are read with majority concern', async () => {
    await lastThree();
    expect(commands.map(({ command }) => command['readConcern'] as unknown)).toEqual([{ level: 'majority' }]);
  });

  it.each([
    ['the connection is lost', { closeConnection: true }],
    ['the primary changes', { errorCode: NOT_WRITABLE_PRIMARY }],
  ])('are read once more if %s, and not a third time', async (_, data) => {
    await failNext(1, data);
    expect(await lastThree()).toEqual(['Račun 199', 'Račun 198', 'Račun 197']);
    expect(commands).toHaveLength(2);
    await failNext(2, data);
    await expect(lastThree()).rejects.toThrow();
    expect(commands).toHaveLength(2);
  });

  it('are not read again if the query is refused', async () => {
    await expect(findBytes(entries, { hint: { none: 1 }, limit: 1 })).rejects.toThrow('hint');
    expect(commands).toHaveLength(1);
  });
});
