import { type BookingStatus, listAccounts, listTransactions, putTransactions, readBalances } from '@xs2a/contracts';
import { executedCommands } from '@xs2a/test-kit';
import type { Document } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { contextOfFile, fedAccount, fedEntry, fedPending, feed, READING } from '../../test/test-context.ts';
import { service } from '../service.ts';

const context = contextOfFile();

/** Returns the queries of a read in order, from the profiler of the database. */
async function queriesOf(read: () => Promise<unknown>): Promise<Document[]> {
  return executedCommands(context.db, ['accounts', 'transactions'], read, { op: 'query' });
}

/** Feeds the requested entries among others: of other days, other accounts and both statuses. */
async function fill(): Promise<string> {
  const days = Array.from({ length: 20 }, (_, index) => `2026-05-${String(index + 1).padStart(2, '0')}`);
  const transactions = days.flatMap((bookingDate, index) => [
    fedEntry({ bankReference: `booked-${index}`, bookingDate, sequence: index }),
    { ...fedPending({ bankReference: `pending-${index}`, sequence: 100 + index }), bookingDate },
  ]);
  const accountId = await feed(context, fedAccount(), transactions);
  await context.ask(putTransactions, { bankAccountId: 'other', transactions });
  await feed(context, fedAccount({ bankAccountId: 'other', owners: ['psu-ivo'] }));
  return accountId;
}

describe('a read', () => {
  it.each<[BookingStatus, number[]]>([
    ['booked', [5]],
    ['pending', [5]],
    ['both', [5, 5]],
  ])(
    'of %s entries makes one query for each list, by an index, and looks at nothing that it does not answer',
    async (status, counts) => {
      const accountId = await fill();
      const period = { dateFrom: '2026-05-03', dateTo: '2026-05-07' };
      const queries = await queriesOf(() =>
        context.ask(listTransactions, { ...READING, accountId, bookingStatus: status, ...period, withBalance: true }),
      );
      const [account, ...lists] = queries;
      expect(account).toMatchObject({ docsExamined: 1, nreturned: 1 });
      expect(lists).toEqual(
        counts.map((count) => expect.objectContaining({ docsExamined: count, keysExamined: count, nreturned: count })),
      );
      for (const query of lists) {
        expect(query['planSummary']).toBe(
          'IXSCAN { bankAccountId: 1, bookingStatus: 1, entryDate: -1, sequence: -1, _id: 1 }',
        );
        expect(query).not.toHaveProperty('hasSortStage', true);
      }
    },
  );

  it('of the account list takes one query, by an index, which reads only accounts of the PSU', async () => {
    await fill();
    const queries = await queriesOf(() => context.ask(listAccounts, { ...READING, withBalance: true }));
    expect(queries).toEqual([expect.objectContaining({ docsExamined: 1, nreturned: 1 })]);
    expect(queries[0]?.['planSummary']).toContain('IXSCAN');
    expect(queries[0]).not.toHaveProperty('hasSortStage', true);
  });

  it('of balances takes one query, by the resourceId', async () => {
    const accountId = await fill();
    const queries = await queriesOf(() => context.ask(readBalances, { ...READING, accountId }));
    expect(queries).toEqual([expect.objectContaining({ docsExamined: 1, nreturned: 1 })]);
  });
});

describe('stored documents', () => {
  it('conform to the schemas that they are read by', async () => {
    await fill();
    await feed(
      context,
      fedAccount(),
      Array.from({ length: 101 }, (_, index) => fedEntry({ bankReference: `page-${index}`, sequence: 200 + index })),
    );
    const accountId = String((await context.db.collection('accounts').findOne({ bankAccountId: 'current' }))?._id);
    const query = { bookingStatus: 'booked' as const, dateFrom: '2026-06-01', withBalance: false };
    expect((await context.ask(listTransactions, { ...READING, accountId, ...query })).pages).toBeDefined();
    for (const { name, schema } of service.collections) {
      const documents = await context.db.collection(name).find().toArray();
      expect(documents.length).toBeGreaterThan(0);
      for (const document of documents) expect(schema.parse(document)).toEqual(document);
    }
  });
});
