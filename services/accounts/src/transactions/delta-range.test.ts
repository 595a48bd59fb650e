import { listCardTransactions, listTransactions, type ReplyOf, type RequestInputOf } from '@xs2a/contracts';
import { executedCommands } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { contextOfFile, fedAccount, fedEntry, fedPending, feed, READING, refusalOf } from '../../test/test-context.ts';

const context = contextOfFile();

type Asked = Partial<RequestInputOf<typeof listTransactions>>;
type Listed = ReplyOf<typeof listTransactions>;

const list = (accountId: string, asked: Asked = {}): Promise<Listed> =>
  context.ask(listTransactions, { ...READING, accountId, bookingStatus: 'both', withBalance: false, ...asked });

const delta = (accountId: string, asked: Asked = {}) => list(accountId, { deltaList: true, ...asked });

const entry = (sequence: number, more: object = {}) => {
  const name = `entry-${sequence}`;
  return fedEntry({ bankReference: name, entryReference: name, sequence, ...more });
};
const names = (entries: { entryReference?: string | undefined }[] = []) => entries.map((each) => each.entryReference);

describe('entryReferenceFrom', () => {
  it('returns entries that arrived after that entry, for any day, and requires no dateFrom', async () => {
    const accountId = await feed(context, fedAccount(), [
      entry(1),
      entry(2),
      // Booked later, for an earlier day.
      entry(3, { bookingDate: '2026-06-01' }),
      fedPending({ bankReference: 'reserved', sequence: 4 }),
    ]);
    const after = await list(accountId, { entryReferenceFrom: 'entry-1' });
    expect(names(after.booked)).toEqual(['entry-3', 'entry-2']);
    expect(after.pending).toHaveLength(1);
    const nothing = await list(accountId, { entryReferenceFrom: 'entry-3', bookingStatus: 'booked' });
    expect(nothing.booked).toEqual([]);
  });

  it('is refused by name if no entry of the account has it, and costs no access', async () => {
    const accountId = await feed(context, fedAccount(), [entry(1)]);
    await feed(context, fedAccount({ bankAccountId: 'other', owners: ['psu-ivo'] }), [entry(7)]);
    for (const entryReferenceFrom of ['none', 'entry-7']) {
      const refusal = await refusalOf(list(accountId, { entryReferenceFrom }));
      expect(refusal).toMatchObject({ situation: 'queryInvalid', path: 'entryReferenceFrom' });
    }
    expect(context.consent.uses.map(({ counted }) => counted)).toEqual([false, false]);
  });

  it('omits entries older than 90 days without fresh SCA', async () => {
    const accountId = await feed(context, fedAccount(), [entry(1), entry(2, { bookingDate: '2026-03-16' }), entry(3)]);
    const read = async () => names((await list(accountId, { entryReferenceFrom: 'entry-1' })).booked);
    expect(await read()).toEqual(['entry-3']);
    context.consent.earliestDay = '0000-01-01';
    expect(await read()).toEqual(['entry-3', 'entry-2']);
  });

  it('is paged as of its first page, even if more entries have arrived', async () => {
    const accountId = await feed(
      context,
      fedAccount(),
      Array.from({ length: 251 }, (_, sequence) => entry(sequence)),
    );
    const query = { bookingStatus: 'booked' as const, entryReferenceFrom: 'entry-0' };
    const pages = [await list(accountId, query)];
    await feed(context, fedAccount(), [entry(999)]);
    for (let page = pages[0]?.pages?.next; page !== undefined; page = pages.at(-1)?.pages?.next) {
      pages.push(await list(accountId, { ...query, page }));
    }
    const paged = pages.flatMap(({ booked }) => names(booked));
    expect(paged).toEqual(Array.from({ length: 250 }, (_, index) => `entry-${250 - index}`));
    const other = { ...query, entryReferenceFrom: 'entry-1', page: pages[0]?.pages?.next };
    expect((await refusalOf(list(accountId, other))).path).toBe('page');
  });

  it('is the id of the entry for a card', async () => {
    const maskedPan = '453200******0017';
    context.consent.grants = [{ account: { maskedPan }, rights: ['transactions'] }];
    const accountId = await feed(context, fedAccount({ reference: { maskedPan } }), [entry(1), entry(2)]);
    const read = (asked: Asked) =>
      context.ask(listCardTransactions, {
        ...READING,
        accountId,
        bookingStatus: 'booked',
        withBalance: false,
        ...asked,
      });
    const [newest, oldest] = (await read({ dateFrom: '2026-06-01' })).booked ?? [];
    const after = await read({ entryReferenceFrom: oldest?.cardTransactionId });
    expect(after.booked).toEqual([newest]);
  });
});

describe('deltaList', () => {
  it('returns everything at first, then entries since the last report, and nothing twice', async () => {
    const accountId = await feed(context, fedAccount(), [entry(1), entry(2), entry(3, { bookingDate: '2026-03-16' })]);
    expect(names((await delta(accountId)).booked)).toEqual(['entry-2', 'entry-1']);
    expect((await delta(accountId)).booked).toEqual([]);
    await feed(context, fedAccount(), [entry(4, { bookingDate: '2026-06-02' })]);
    expect(names((await delta(accountId)).booked)).toEqual(['entry-4']);
  });

  it('counts a report for a period up to today as a report, but not one for the past', async () => {
    const accountId = await feed(context, fedAccount(), [entry(1)]);
    await list(accountId, { dateFrom: '2026-06-01', dateTo: '2026-06-14' });
    expect(names((await delta(accountId)).booked)).toEqual(['entry-1']);
    await feed(context, fedAccount(), [entry(2)]);
    await list(accountId, { dateFrom: '2026-06-01' });
    expect((await delta(accountId)).booked).toEqual([]);
  });

  it('includes entries for future days, once', async () => {
    // Booked after the cut-off, for the next business day.
    const accountId = await feed(context, fedAccount(), [entry(1, { bookingDate: '2026-06-16' }), entry(2)]);
    expect(names((await delta(accountId)).booked)).toEqual(['entry-1', 'entry-2']);
    await feed(context, fedAccount(), [entry(3)]);
    expect(names((await list(accountId, { dateFrom: '2026-06-15' })).booked)).toEqual([]);
    expect(names((await list(accountId, { dateFrom: '2026-06-01' })).booked)).toEqual(['entry-3', 'entry-2']);
    context.moment = '2026-06-16T10:00:00Z';
    expect((await delta(accountId)).booked).toEqual([]);
  });

  it('includes the entries for future days that a report of a period left out, found without reading documents', async () => {
    const accountId = await feed(context, fedAccount(), [
      entry(1),
      entry(2, { bookingDate: '2026-06-16' }),
      entry(3, { bookingDate: '2026-06-17' }),
      entry(4),
    ]);
    const report = async () => names((await list(accountId, { dateFrom: '2026-06-01' })).booked);
    const queries = await executedCommands(
      context.db,
      ['transactions'],
      async () => expect(await report()).toEqual(['entry-4', 'entry-1']),
      { 'command.pipeline.$match.entryDate.$gt': '2026-06-15' },
    );
    expect(queries).toEqual([expect.objectContaining({ docsExamined: 0, nreturned: 1 })]);
    expect(await report()).toEqual(['entry-4', 'entry-1']);
    context.moment = '2026-06-16T10:00:00Z';
    expect(await report()).toEqual(['entry-2', 'entry-4', 'entry-1']);
    expect(names((await delta(accountId)).booked)).toEqual(['entry-4', 'entry-3']);
    expect((await delta(accountId)).booked).toEqual([]);
  });

  it.each([100, 101])(
    'with %i pending entries has the booked ones on a later page, and reports nothing again',
    async (length) => {
      const pending = Array.from({ length }, (_, index) =>
        fedPending({ bankReference: `reserved-${index}`, sequence: 100 + index }),
      );
      const accountId = await feed(context, fedAccount(), [entry(1), ...pending]);
      const first = await delta(accountId);
      expect([first.pending?.length, first.booked]).toEqual([100, []]);
      expect(names((await delta(accountId, { page: first.pages?.next })).booked)).toEqual(['entry-1']);
      expect(await delta(accountId)).toMatchObject({ pending: [], booked: [] });
    },
  );

  it('is separate for each TPP and each list: a report of pending entries is none of booked ones', async () => {
    const accountId = await feed(context, fedAccount(), [
      entry(1),
      fedPending({ bankReference: 'reserved', sequence: 2 }),
    ]);
    expect((await delta(accountId, { bookingStatus: 'pending' })).pending).toHaveLength(1);
    const both = await delta(accountId);
    expect([names(both.booked), both.pending]).toEqual([['entry-1'], []]);
    const other = await delta(accountId, { tpp: { ...READING.tpp, id: 'PSDHR-HNB-OTHER' } });
    expect(names(other.booked)).toEqual(['entry-1']);
  });

  it('reports an entry again that was pending in the last report and is booked now', async () => {
    const accountId = await feed(context, fedAccount(), [fedPending({ bankReference: 'entry-1', sequence: 1 })]);
    const before = await delta(accountId);
    await feed(context, fedAccount(), [entry(1), entry(2, { bankReference: 'entry-1' })]);
    const after = await delta(accountId);
    expect(after.booked?.map(({ transactionId }) => transactionId)).toEqual([before.pending?.[0]?.transactionId]);
  });

  it('is stored with a report that has something new, and not with an empty one', async () => {
    const writes = async (asked: Asked): Promise<number> => {
      const written = { op: 'update' };
      return (await executedCommands(context.db, ['marks'], () => list(accountId, asked), written)).length;
    };
    const accountId = await feed(context, fedAccount(), [entry(1)]);
    const period = { dateFrom: '2026-06-01' };
    expect(await writes(period)).toBe(1);
    expect(await writes(period)).toBe(0);
    await feed(context, fedAccount(), [fedPending({ bankReference: 'reserved', sequence: 2 })]);
    expect(await writes({ ...period, bookingStatus: 'booked' })).toBe(0);
    expect(await writes(period)).toBe(1);
    expect(await writes({ deltaList: true })).toBe(0);
    await feed(context, fedAccount(), [entry(3)]);
    expect(await writes({ deltaList: true })).toBe(1);
    expect((await delta(accountId)).booked).toEqual([]);
  });

  it('does not move a cursor if it was refused', async () => {
    const accountId = await feed(context, fedAccount(), [entry(1)]);
    context.consent.refusal = 'consentExpired';
    await refusalOf(delta(accountId));
    delete context.consent.refusal;
    expect(names((await delta(accountId)).booked)).toEqual(['entry-1']);
  });
});
