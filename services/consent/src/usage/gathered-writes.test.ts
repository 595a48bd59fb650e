import { setImmediate } from 'node:timers/promises';
import { createLog, Database } from '@xs2a/service-kit';
import { freshDatabaseName, testServers } from '@xs2a/test-kit';
import type { Collection } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { ACCESSES, type Access } from '../model/access.ts';
import { ACCESS_RECORDS, accessAt } from './access-records.ts';
import { GatheredWrites } from './gathered-writes.ts';

const access = (consentId: string): Access =>
  accessAt(new Date(), { consentId, tppId: 'tpp', day: '2027-02-01', kind: 'list', psuPresent: true });

/** A database whose first write ends as the test decides, and later ones at once. `written` has the successful writes. */
function heldDatabase() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const written: number[] = [];
  let asked = 0;
  const bulkWrite = async (writes: unknown[]): Promise<void> => {
    if (++asked === 1) await promise;
    written.push(writes.length);
  };
  const collection = { bulkWrite } as unknown as Collection<Access>;
  const records = new GatheredWrites(collection, createLog('consent', 'silent'), ACCESS_RECORDS);
  return { records, written, succeed: resolve, fail: () => reject(new Error('the database is away')) };
}

describe('entries recorded before a service stops', () => {
  it('are stored once it has flushed, even if their write was under way', async () => {
    const { records, written, succeed } = heldDatabase();
    records.note(access('first'));
    const underWay = records.flush();
    await setImmediate();
    const flushed = records.flush().then(() => [...written]);
    await setImmediate();
    succeed();
    expect(await flushed).toEqual([1]);
    await underWay;
  });

  it('are written again if the write under way fails, together with later entries', async () => {
    const { records, written, fail } = heldDatabase();
    records.note(access('first'));
    const underWay = records.flush();
    await setImmediate();
    const flushed = Promise.all([records.flush(), records.flush()]);
    records.note(access('second'));
    fail();
    await Promise.all([underWay, flushed]);
    expect(written).toEqual([2]);
  });
});

it('are counted once beside an entry that the database refuses', async () => {
  const database = await Database.connect(testServers().mongoUrl, freshDatabaseName('usage'), [ACCESSES]);
  const collection = database.db.collection<Access>(ACCESSES.name);
  const records = new GatheredWrites(collection, createLog('consent', 'silent'), ACCESS_RECORDS);
  records.note({ ...access('refused'), tppId: 0 as never });
  records.note(access('taken'));
  for (let time = 0; time < 3; time++) await records.flush();
  expect(await collection.find().toArray()).toMatchObject([{ consentId: 'taken', times: 1 }]);
  await database.close();
});
