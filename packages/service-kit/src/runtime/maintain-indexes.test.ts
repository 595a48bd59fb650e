import { freshDatabaseName, testServers } from '@xs2a/test-kit';
import type { IndexDescription } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLog, Database, storedCollection } from '../index.ts';
import { INDEX_USES, tendIndexesNow } from './maintain-indexes.ts';

const Transfer = z.object({ _id: z.string(), tppId: z.string(), at: z.date() });
const OPEN = { name: 'open', key: { tppId: 1 } } as const;
const OPEN_CHANGED = { name: 'open', key: { tppId: 1, at: 1 } } as const;
const FORGOTTEN = (days: number) => ({ name: 'forgotten', key: { at: 1 } as const, expireAfterSeconds: days * 86_400 });

const log = createLog('payments', 'silent');
const DAY_MS = 86_400_000;
const after = (days: number) => (): Date => new Date(Date.UTC(2026, 10, 1) + days * DAY_MS);

/** Starts a version with these indexes, in a database that others may use at once. */
function version(name: string, indexes: readonly IndexDescription[]): Promise<Database> {
  const stored = [storedCollection('transfers', Transfer, { indexes }), INDEX_USES];
  return Database.connect(testServers().mongoUrl, name, stored);
}

async function keysOf(database: Database): Promise<string[]> {
  const indexes = await database.db.collection('transfers').listIndexes().toArray();
  return indexes.map(({ key }) => Object.keys(key as object).join()).toSorted();
}

const tend = (database: Database, days: number): Promise<void> => tendIndexesNow({ database, now: after(days), log });

describe('a changed definition of an index', () => {
  it('is built under a name of its own, and the version before can be started again beside it', async () => {
    const name = freshDatabaseName('indexes');
    const before = await version(name, [OPEN]);
    const present = await version(name, [OPEN_CHANGED]);
    const again = await version(name, [OPEN]);
    const both = ['_id', 'tppId', 'tppId,at'];
    for (const database of [before, present, again]) {
      expect(await keysOf(database)).toEqual(both);
      await database.close();
    }
    // It is not built twice.
    const later = await version(name, [OPEN_CHANGED]);
    expect(await keysOf(later)).toEqual(both);
    await later.close();
  });

  it('can be of the same fields with other options', async () => {
    const name = freshDatabaseName('indexes');
    const before = await version(name, [OPEN]);
    const partial = { ...OPEN, partialFilterExpression: { at: { $exists: true } } };
    const present = await version(name, [partial]);
    expect(await keysOf(present)).toEqual(['_id', 'tppId', 'tppId']);
    await Promise.all([before.close(), present.close()]);
  });

  it('replaces the period of a TTL index in place', async () => {
    const name = freshDatabaseName('indexes');
    const before = await version(name, [FORGOTTEN(30)]);
    const present = await version(name, [FORGOTTEN(60)]);
    const [, index] = await present.db.collection('transfers').listIndexes().toArray();
    expect(index).toMatchObject({ name: 'forgotten', expireAfterSeconds: 60 * 86_400 });
    await Promise.all([before.close(), present.close()]);
  });

  it('is made once by several replicas that start at the same moment', async () => {
    const name = freshDatabaseName('indexes');
    const started = await Promise.all([1, 2, 3].flatMap(() => [version(name, [OPEN]), version(name, [OPEN_CHANGED])]));
    for (const database of started) expect(await keysOf(database)).toEqual(['_id', 'tppId', 'tppId,at']);
    await Promise.all(started.map((database) => database.close()));
  });
});

describe('an index that this version does not need', () => {
  it('stays while a replica of the version before runs, and goes seven days after the last', async () => {
    const name = freshDatabaseName('indexes');
    const before = await version(name, [OPEN]);
    const present = await version(name, [OPEN_CHANGED]);
    await tend(before, 0);
    for (const days of [0, 3, 6, 9]) {
      await tend(before, days);
      await tend(present, days);
    }
    expect(await keysOf(present)).toEqual(['_id', 'tppId', 'tppId,at']);
    await before.close();
    await tend(present, 16);
    expect(await keysOf(present)).toEqual(['_id', 'tppId', 'tppId,at']);
    await tend(present, 16.1);
    expect(await keysOf(present)).toEqual(['_id', 'tppId,at']);
    await present.close();
  });

  it('stays if no version has ever needed it: an operator made it', async () => {
    const database = await version(freshDatabaseName('indexes'), [OPEN]);
    await database.db.collection('transfers').createIndex({ at: -1 });
    for (const days of [0, 100]) await tend(database, days);
    expect(await keysOf(database)).toEqual(['_id', 'at', 'tppId']);
    await database.close();
  });
});

describe('an index of late fields', () => {
  it('does not delay a start on stored documents, and is built in the background', async () => {
    const name = freshDatabaseName('indexes');
    const before = await version(name, []);
    await before.db.collection('transfers').insertOne({ _id: '1' as never, tppId: 'PSDHR-HNB-1', at: after(0)() });
    const LATE = storedCollection('transfers', Transfer.extend({ day: z.string().optional() }), {
      lateFields: { day: ({ at }) => at.toISOString().slice(0, 10) },
    });
    const present = await Database.connect(testServers().mongoUrl, name, [LATE, INDEX_USES]);
    expect(await keysOf(present)).toEqual(['_id']);
    await tend(present, 0);
    expect(await keysOf(present)).toEqual(['_id', 'day,_id']);
    await Promise.all([before.close(), present.close()]);
  });
});
