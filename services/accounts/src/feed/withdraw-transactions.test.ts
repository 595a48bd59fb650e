import {
  listTransactions,
  putTransactions,
  type ReplyOf,
  readTransactionDetails,
  withdrawTransactions,
} from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import { contextOfFile, fedAccount, fedEntry, fedPending, feed, READING, refusalOf } from '../../test/test-context.ts';

const context = contextOfFile();

const PENDING = fedPending({ bankReference: 'reserved', sequence: 1 });
const BOOKED = fedEntry({ bankReference: 'reserved', sequence: 2 });

const put = (...transactions: (typeof PENDING)[]) =>
  context.ask(putTransactions, { bankAccountId: 'current', transactions });
const withdraw = (...bankReferences: string[]) =>
  context.ask(withdrawTransactions, { bankAccountId: 'current', bankReferences });

function list(accountId: string, more: object = {}): Promise<ReplyOf<typeof listTransactions>> {
  const query = { bookingStatus: 'both' as const, dateFrom: '2026-06-01', withBalance: false };
  return context.ask(listTransactions, { ...READING, accountId, ...query, ...more });
}
const counts = ({ booked = [], pending = [] }: ReplyOf<typeof listTransactions>) => [booked.length, pending.length];

describe('a pending entry that the bank withdraws', () => {
  it('is no longer in any list and has no details; the others stay', async () => {
    const accountId = await feed(context, fedAccount(), [PENDING, fedPending({ bankReference: 'kept', sequence: 3 })]);
    const before = await list(accountId);
    expect(counts(before)).toEqual([0, 2]);
    expect(await withdraw('reserved')).toEqual({ stored: 1 });
    const after = await list(accountId);
    expect(after.pending).toEqual([before.pending?.[0]]);
    const transactionId = before.pending?.[1]?.transactionId ?? '';
    const refusal = await refusalOf(context.ask(readTransactionDetails, { ...READING, accountId, transactionId }));
    expect(refusal.situation).toBe('transactionUnknown');
    expect(context.consent.uses.at(-1)).toMatchObject({ kind: 'transactionDetails', counted: false });
  });

  it('changes nothing when it is withdrawn again, and nothing in another account', async () => {
    const accountId = await feed(context, fedAccount(), [PENDING]);
    await context.ask(withdrawTransactions, { bankAccountId: 'other', bankReferences: ['reserved'] });
    expect(counts(await list(accountId))).toEqual([0, 1]);
    expect([await withdraw('reserved'), await withdraw('reserved'), await withdraw()]).toEqual([
      { stored: 1 },
      { stored: 0 },
      { stored: 0 },
    ]);
  });

  it.each([
    ['pending, withdrawn', ['pending', 'withdrawn'], [0, 0]],
    ['withdrawn, pending', ['withdrawn', 'pending'], [0, 0]],
    ['pending, withdrawn, pending once more', ['pending', 'withdrawn', 'pending'], [0, 0]],
    ['booked, withdrawn', ['booked', 'withdrawn'], [1, 0]],
    ['withdrawn, booked', ['withdrawn', 'booked'], [1, 0]],
    ['pending, booked, withdrawn', ['pending', 'booked', 'withdrawn'], [1, 0]],
    ['withdrawn, booked, pending', ['withdrawn', 'booked', 'pending'], [1, 0]],
  ] as const)('is shown the same in any order of messages: %s', async (_, messages, shown) => {
    const accountId = await feed(context);
    const send = {
      pending: () => put(PENDING),
      booked: () => put(BOOKED),
      withdrawn: () => withdraw('reserved'),
    };
    for (const message of messages) await send[message]();
    expect(counts(await list(accountId))).toEqual(shown);
  });

  it('ends booked each time if the withdrawal and two other messages arrive at once, ten times', async () => {
    const accountId = await feed(context);
    for (let round = 0; round < 10; round++) {
      const bankReference = `entry-${round}`;
      await Promise.all([
        put({ ...PENDING, bankReference }),
        withdraw(bankReference),
        put({ ...BOOKED, bankReference }),
      ]);
    }
    expect(counts(await list(accountId))).toEqual([10, 0]);
  });

  it('changes neither a later delta list nor one by cursors', async () => {
    const named = { ...PENDING, entryReference: 'entry-1' };
    const accountId = await feed(context, fedAccount(), [named, fedEntry({ bankReference: 'b', sequence: 2 })]);
    const delta = { dateFrom: undefined, deltaList: true };
    expect(counts(await list(accountId, delta))).toEqual([1, 1]);
    await withdraw('reserved');
    await put(fedPending({ bankReference: 'newer', sequence: 3 }));
    expect(counts(await list(accountId, delta))).toEqual([0, 1]);
    expect(counts(await list(accountId, { dateFrom: undefined, entryReferenceFrom: 'entry-1' }))).toEqual([1, 1]);
  });

  it('changes no pages of a list that began with it', async () => {
    const many = Array.from({ length: 150 }, (_, index) =>
      fedPending({ bankReference: `p-${index}`, sequence: index }),
    );
    const accountId = await feed(context, fedAccount(), many);
    const first = await list(accountId);
    // Withdraws the first entry of the list, and the first entry of the next page.
    await withdraw('p-149', 'p-49');
    const second = await list(accountId, { page: first.pages?.next });
    expect(counts(second)).toEqual([0, 49]);
    const again = await list(accountId, { page: second.pages?.previous });
    const given = new Set([...(again.pending ?? []), ...(second.pending ?? [])].map((each) => each.transactionId));
    expect(given.size).toBe(148);
  });
});
