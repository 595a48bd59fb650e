import { executedCommands, forAllTests, freshDatabaseName, natsServer, testServers } from '@xs2a/test-kit';
import { BSON } from 'mongodb';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { DEAD_LETTERS, defineService, Notices, Outbox, startService, storedCollection } from '../index.ts';

const STORED = 3_000;
/** Documents that a scrape may read of one queue, or of documents that lack a field. */
const EXAMINED_MAX = 1_000;

const Transfer = z.object({
  _id: z.string(),
  amount: z.string(),
  minorUnits: z.bigint().optional(),
  outbox: Outbox.optional(),
  notices: Notices.optional(),
});
const TRANSFERS = storedCollection('transfers', Transfer, {
  lateFields: { minorUnits: ({ amount }) => BigInt(amount.replace('.', '')) },
});
const nats = forAllTests(() => natsServer());

it.each([
  ['no document lacks a field or has a message', {}],
  ['all documents lack a field and have a message', { isWaiting: true }],
])('a scrape of the metrics uses indexes and examines a bounded number of documents if %s', async (_, state) => {
  const env = { NATS_URL: nats.url, MONGO_URL: testServers().mongoUrl, MONGO_DATABASE: freshDatabaseName() };
  const service = defineService({
    name: 'payments',
    version: '1.0.0',
    config: z.object({}),
    collections: [TRANSFERS],
    createContext: () => undefined,
  });
  await using running = await startService(service, { env: { ...env, LOG_LEVEL: 'silent' } });
  const { database, jobs, outbox } = running.kit;
  await Promise.all([jobs.stop(), outbox.stop()]);
  const at = new Date('2100-01-01T00:00:00Z');
  const message = { id: '1', subject: 'payments.none', data: {}, at, nextAt: at, attempts: 0 };
  const waiting = 'isWaiting' in state ? { outbox: [message], notices: [message] } : { minorUnits: 100n };
  const documents = Array.from({ length: STORED }, (__, index) => ({ _id: `${index}`, amount: '1.00', ...waiting }));
  await database.db.collection('transfers').insertMany(documents as never, { bypassDocumentValidation: true });
  await database.db.collection(DEAD_LETTERS.name).insertMany([{}], { bypassDocumentValidation: true });

  let text = '';
  const scrape = async () => (text = await (await fetch(`${running.healthUrl}/metrics`)).text());
  const profiled = await executedCommands(database.db, ['transfers', 'deadLetters'], scrape, {
    op: { $in: ['query', 'command'] },
  });

  const lacking = 'isWaiting' in state ? EXAMINED_MAX : 0;
  expect(text).toContain(`xs2a_documents_to_fill_in{service="payments"} ${lacking}`);
  expect(text).toMatch(/xs2a_dead_letters_waiting\{.*\} 1\n/);
  expect(profiled.length).toBeGreaterThanOrEqual(5);
  for (const { planSummary, docsExamined, keysExamined, command } of profiled) {
    const what = BSON.EJSON.stringify(command);
    // RECORD_STORE_FAST_COUNT reads the number that the database keeps.
    expect(String(planSummary), what).toMatch(/^(IXSCAN|COUNT_SCAN|RECORD_STORE_FAST_COUNT)/);
    expect(Number(docsExamined ?? 0), what).toBeLessThanOrEqual(EXAMINED_MAX);
    expect(Number(keysExamined ?? 0), what).toBeLessThanOrEqual(EXAMINED_MAX + 1);
  }
});
