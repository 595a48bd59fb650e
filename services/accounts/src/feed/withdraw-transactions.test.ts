import {
  listTransactions,
  putTransactions,
  type ReplyOf,
  readTransactionDetails,
  withdrawTransactions,
} from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import {
  type AccountsAtWork,
  accountsAtWork,
  fedAccount,
  fedEntry,
  fedPending,
  feed,
  READING,
  refusalOf,
} from '../../test/test-context.ts';

const PENDING = fedPending({ bankReference: 'reserved', sequence: 1 });
const BOOKED = fedEntry({ bankReference: 'reserved', sequence: 2 });

const put = (at: AccountsAtWork, ...transactions: (typeof PENDING)[]) =>
  at.ask(putTransactions, { bankAccountId: 'current', transactions });
const withdraw = (at: AccountsAtWork, ...bankReferences: string[]) =>
  at.ask(withdrawTransactions, { bankAccountId: 'current', bankReferences });

function list(at: AccountsAtWork, accountId: string, more: object = {}): Promise<ReplyOf<typeof listTransactions>> {
  const query = { bookingStatus: 'both' as const, dateFrom: '2026-06-01', withBalance: false };
  return at.ask(listTransactions, { ...READING, accountId, ...query, ...more });
}
const counts = ({ booked = [], pending = [] }: ReplyOf<typeof listTransactions>) => [booked.length, pending.length];

describe('a pending entry that the bank withdraws', () => {
  it('is in no list any more and has no details; the others stay', async () => {
    await using at = await accountsAtWork();
    const accountId = await feed(at, fedAccount(), [PENDING, fedPending({ bankReference: 'kept', sequence: 3 })]);
    const before = await list(at, accountId);
    expect(counts(before)).toEqual([0, 2]);
    expect(await withdraw(at, 'reserved')).toEqual({ stored: 1 });
    const after = await list(at, accountId);
    expect(after.pending).toEqual([before.pending?.[0]]);
    const transactionId = before.pending?.[1]?.transactionId ?? '';
    const refusal = await refusalOf(at.ask(readTransactionDetails, { ...READING, accountId, transactionId }));
    expect(refusal.situation).toBe('transactionUnknown');
    expect(at.consent.uses.at(-1)).toMatchObject({ kind: 'transactionDetails', counted: false });
  });

  it('withdrawn again changes nothing, and nothing of another account', async () => {
    await using at = await accountsAtWork();
    const accountId = await feed(at, fedAccount(), [PENDING]);
    await at.ask(withdrawTransactions, { bankAccountId: 'other', bankReferences: ['reserved'] });
    expect(counts(await list(at, accountId))).toEqual([0, 1]);
    expect([await withdraw(at, 'reserved'), await withdraw(at, 'reserved'), await withdraw(at)]).toEqual([
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
    await using at = await accountsAtWork();
    const accountId = await feed(at);
    const send = {
      pending: () => put(at, PENDING),
      booked: () => put(at, BOOKED),
      withdrawn: () => withdraw(at, 'reserved'),
    };
    for (const message of messages) await send[message]();
    expect(counts(await list(at, accountId))).toEqual(shown);
  });

  it('is one of three messages that come at once, ten times: booked wins each time', async () => {
    await using at = await accountsAtWork();
    const accountId = await feed(at);
    for (let round = 0; round < 10; round++) {
      const bankReference = `entry-${round}`;
      await Promise.all([
        put(at, { ...PENDING, bankReference }),
        withdraw(at, bankReference),
        put(at, { ...BOOKED, bankReference }),
      ]);
    }
    expect(counts(await list(at, accountId))).toEqual([10, 0]);
  });

  it('leaves a delta that was counted from it, and one by marks, as they were', async () => {
    await using at = await accountsAtWork();
    const named = { ...PENDING, entryReference: 'entry-1' };
    const accountId = await feed(at, fedAccount(), [named, fedEntry({ bankReference: 'b', sequence: 2 })]);
    const delta = { dateFrom: undefined, deltaList: true };
    expect(counts(await list(at, accountId, delta))).toEqual([1, 1]);
    await withdraw(at, 'reserved');
    await put(at, fedPending({ bankReference: 'newer', sequence: 3 }));
    expect(counts(await list(at, accountId, delta))).toEqual([0, 1]);
    expect(counts(await list(at, accountId, { dateFrom: undefined, entryReferenceFrom: 'entry-1' }))).toEqual([1, 1]);
  });

  it('disturbs no walk of pages that began with it', async () => {
    await using at = await accountsAtWork();
    const many = Array.from({ length: 150 }, (_, index) =>
      fedPending({ bankReference: `p-${index}`, sequence: index }),
    );
    const accountId = await feed(at, fedAccount(), many);
    const first = await list(at, accountId);
    // The first entry of the list, and the one that the next page begins with.
    await withdraw(at, 'p-149', 'p-49');
    const second = await list(at, accountId, { page: first.pages?.next });
    expect(counts(second)).toEqual([0, 49]);
    const again = await list(at, accountId, { page: second.pages?.previous });
    const given = new Set([...(again.pending ?? []), ...(second.pending ?? [])].map((each) => each.transactionId));
    expect(given.size).toBe(148);
  });
});
