import { forAllTests, freshDatabaseName, natsServer, testServers } from '@xs2a/test-kit';
import type { Collection } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  defineService,
  findById,
  LateFieldsWriter,
  type RunningService,
  startService,
  storedCollection,
} from '../index.ts';

/** The document as the previous version stored it, and as it is stored now. */
const Before = z.object({ _id: z.string(), amount: z.string() });
const Present = Before.extend({ minorUnits: z.bigint().optional() });
type Present = z.infer<typeof Present>;

const BEFORE = storedCollection('transfers', Before);
const PRESENT = storedCollection('transfers', Present, {
  lateFields: { minorUnits: ({ amount }) => BigInt(amount.replace('.', '')) },
});

const silent = { write: () => undefined };
const nats = forAllTests(() => natsServer());

const MONGO_DATABASE = freshDatabaseName();

function start(version: string, stored: typeof BEFORE | typeof PRESENT): Promise<RunningService> {
  const service = defineService({
    name: 'payments',
    version,
    config: z.object({}),
    collections: [stored],
    createContext: () => undefined,
  });
  const env = { NATS_URL: nats.url, MONGO_URL: testServers().mongoUrl, MONGO_DATABASE, LOG_LEVEL: 'silent' };
  return startService(service, { env, logTo: silent });
}

const transfers = ({ kit }: RunningService): Collection<Present> => kit.collection(PRESENT);
const transfer = (): { _id: string; amount: string } => ({ _id: crypto.randomUUID(), amount: '12.50' });
const storedIn = ({ kit }: RunningService): Collection<Present> => kit.database.db.collection<Present>('transfers');

describe('documents of the previous version', () => {
  it('are read with the fields of this version by every read method, and stay unchanged', async () => {
    const document = transfer();
    await using before = await start('1.0.0', BEFORE);
    await storedIn(before).insertOne(document);
    await using present = await start('1.1.0', PRESENT);
    await present.kit.jobs.stop();
    const { _id } = document;
    const whole = { ...document, minorUnits: 1250n };
    expect(await transfers(present).findOne({ _id })).toEqual(whole);
    expect(await transfers(present).find({ _id }).toArray()).toEqual([whole]);
    expect(await transfers(present).findOneAndUpdate({ _id }, { $set: { amount: '12.50' } })).toEqual(whole);
    expect(await storedIn(before).findOne({ _id })).toEqual(document);
  });

  it('get the fields in the background, including those that an old replica still stores', async () => {
    await using before = await start('1.0.0', BEFORE);
    await using present = await start('1.1.0', PRESENT);
    const documents = [transfer(), transfer()];
    await storedIn(before).insertMany(documents);
    await present.kit.jobs.runNow('tendIndexes 1.1.0');
    await present.kit.jobs.runNow('fillInDocuments');
    for (const { _id } of documents)
      expect(await storedIn(before).findOne({ _id })).toHaveProperty('minorUnits', 1250n);
    for (const { _id } of documents) expect(await findById(storedIn(before), _id)).toHaveProperty('minorUnits', 1250n);
    const metrics = async (): Promise<string> => (await fetch(`${present.healthUrl}/metrics`)).text();
    await expect.poll(metrics).toContain('xs2a_documents_to_fill_in{service="payments"} 0');
  });

  it('keep stored values: an existing field is not computed again', async () => {
    await using present = await start('1.1.0', PRESENT);
    await present.kit.jobs.runNow('tendIndexes 1.1.0');
    const document = { ...transfer(), minorUnits: 7n };
    await transfers(present).insertOne(document);
    await new LateFieldsWriter(storedIn(present) as never, PRESENT).writeSome();
    expect(await transfers(present).findOne({ _id: document._id })).toEqual(document);
  });

  it('that change while they are filled in are postponed to the next run', async () => {
    await using present = await start('1.1.0', PRESENT);
    await present.kit.jobs.stop();
    await present.kit.jobs.runNow('tendIndexes 1.1.0');
    const document = transfer();
    await storedIn(present).insertOne(document);
    const { _id } = document;
    const slow = storedCollection('transfers', Present, {
      lateFields: { minorUnits: ({ amount }) => BigInt(amount.replace('.', '')) },
    });
    const collection = new Proxy(storedIn(present), {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (name !== 'updateOne') return typeof value === 'function' ? value.bind(target) : value;
        // Another writer is faster.
        return async (...given: Parameters<typeof target.updateOne>) => {
          await target.updateOne({ _id }, { $set: { amount: '99.00' } });
          return target.updateOne(...given);
        };
      },
    });
    await new LateFieldsWriter(collection as never, slow).writeSome();
    expect(await storedIn(present).findOne({ _id })).toEqual({ ...document, amount: '99.00' });
    await new LateFieldsWriter(storedIn(present) as never, slow).writeSome();
    expect(await storedIn(present).findOne({ _id })).toHaveProperty('minorUnits', 9900n);
  });

  it('are all reached, even behind many that can never be filled in', async () => {
    await using present = await start('1.1.0', PRESENT);
    await present.kit.jobs.stop();
    await present.kit.jobs.runNow('tendIndexes 1.1.0');
    await storedIn(present).deleteMany({});
    // JavaScript reorders such fields, so the document never equals the stored one.
    const unequal = Array.from({ length: 200 }, (_, index) => ({ ...transfer(), _id: `a${index}`, days: { 10: 1 } }));
    await storedIn(present).insertMany(unequal);
    await storedIn(present).updateMany({}, { $set: { 'days.9': 1 } });
    const unreadable = { _id: 'b', amount: 'unknown' };
    const document = { ...transfer(), _id: 'c' };
    await storedIn(present).insertMany([unreadable, document]);
    const writer = new LateFieldsWriter(storedIn(present) as never, PRESENT);
    await writer.writeSome();
    await expect(writer.writeSome()).rejects.toThrow(SyntaxError);
    await writer.writeSome();
    expect(await storedIn(present).findOne({ _id: 'c' })).toHaveProperty('minorUnits', 1250n);
    expect(await storedIn(present).countDocuments({ minorUnits: { $exists: false } })).toBe(201);
    // It is filled in by a later run.
    await storedIn(present).updateOne({ _id: 'b' }, { $set: { amount: '1.00' } });
    for (let run = 0; run < 2; run++) await writer.writeSome();
    expect(await storedIn(present).findOne({ _id: 'b' })).toHaveProperty('minorUnits', 100n);
  });
});
