import { putTransactions } from '@xs2a/contracts';
import { executedCommands } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { contextOfFile, fedEntry, fedPending } from '../../test/test-context.ts';

const context = contextOfFile();

const entries = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    index % 2 === 0
      ? fedEntry({ bankReference: `entry-${index}`, sequence: index })
      : fedPending({ bankReference: `entry-${index}`, sequence: index }),
  );

/** Returns the commands that the database executed for the entries of a message, from its profiler. */
async function commandsOf(transactions: ReturnType<typeof entries>): Promise<string[]> {
  const found = await executedCommands(context.db, ['transactions'], () =>
    context.ask(putTransactions, { bankAccountId: 'current', transactions }),
  );
  return found.map(({ op, ninserted }) => (op === 'insert' ? `insert ${ninserted}` : String(op)));
}

describe('a message of entries', () => {
  it('that are all new takes one query and one insert, booked or pending', async () => {
    expect(await commandsOf(entries(100))).toEqual(['query', 'insert 100']);
    expect(await context.db.collection('transactions').countDocuments()).toBe(100);
  });

  it('of which some exist inserts the others, and counts the changes', async () => {
    const put = (transactions: ReturnType<typeof entries>) =>
      context.ask(putTransactions, { bankAccountId: 'current', transactions });
    expect(await put(entries(4))).toEqual({ stored: 4 });
    const changed = fedEntry({ bankReference: 'entry-1', sequence: 9, creditorName: 'Booked' });
    expect(await put([changed, ...entries(7)])).toEqual({ stored: 4 });
    const stored = await context.db.collection('transactions').find().sort({ bankReference: 1 }).toArray();
    expect(stored.map(({ bookingStatus }) => bookingStatus)).toEqual([
      'booked',
      'booked',
      'booked',
      'pending',
      'booked',
      'pending',
      'booked',
    ]);
  });

  it('sent eight times at once is stored once, along with the other entries of each message', async () => {
    const messages = Array.from({ length: 8 }, (_, index) => [
      ...entries(50),
      fedEntry({ bankReference: `own-${index}`, sequence: 100 + index }),
    ]);
    const replies = await Promise.all(
      messages.map((transactions) => context.ask(putTransactions, { bankAccountId: 'current', transactions })),
    );
    expect(replies.reduce((sum, { stored }) => sum + stored, 0)).toBe(58);
    expect(await context.db.collection('transactions').countDocuments()).toBe(58);
  });
});
