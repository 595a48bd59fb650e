import { listTransactions, putBalances, putTransactions, type ReplyOf, type RequestInputOf } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import {
  CURRENT,
  contextOfFile,
  fedAccount,
  fedEntry,
  fedPending,
  feed,
  READING,
  refusalOf,
} from '../../test/test-context.ts';

const context = contextOfFile();

type Query = Partial<RequestInputOf<typeof listTransactions>>;

function list(accountId: string, query: Query = {}): Promise<ReplyOf<typeof listTransactions>> {
  const defaults = { bookingStatus: 'booked' as const, dateFrom: '2026-06-01', withBalance: false };
  return context.ask(listTransactions, { ...READING, accountId, ...defaults, ...query });
}

/** An entry identified by its sequence in the response. */
const entry = (bookingDate: string, sequence: number) =>
  fedEntry({ bankReference: `entry-${sequence}`, bookingDate, sequence, endToEndId: String(sequence) });
const numbers = (entries: { endToEndId?: string | undefined }[] = []): number[] =>
  entries.map(({ endToEndId }) => Number(endToEndId));

describe('bookingStatus', () => {
  it('returns booked entries for booked, pending ones for pending, both for both, empty lists included', async () => {
    const pending = fedPending({ bankReference: 'reserved', sequence: 2 });
    const accountId = await feed(context, fedAccount(), [fedEntry(), pending]);
    const booked = [
      {
        transactionId: expect.any(String),
        bookingDate: '2026-06-10',
        transactionAmount: { currency: 'EUR', amount: '-1.00' },
      },
    ];
    const reserved = [{ transactionId: expect.any(String), transactionAmount: { currency: 'EUR', amount: '-1.00' } }];
    const account = { iban: CURRENT };
    expect(await list(accountId, { bookingStatus: 'booked' })).toEqual({ account, booked });
    expect(await list(accountId, { bookingStatus: 'pending' })).toEqual({ account, pending: reserved });
    expect(await list(accountId, { bookingStatus: 'both' })).toEqual({ account, booked, pending: reserved });
    const day = { dateFrom: '2026-06-01', dateTo: '2026-06-01' };
    expect(await list(accountId, { bookingStatus: 'both', ...day })).toEqual({
      account,
      booked: [],
      pending: [],
    });
    expect(context.consent.uses.map(({ kind }) => kind)).toEqual(Array(4).fill('transactions'));
  });
});

describe('the period', () => {
  it('includes both its first and last day', async () => {
    const days = ['2026-06-01', '2026-06-02', '2026-06-03', '2026-06-04'];
    const accountId = await feed(
      context,
      fedAccount(),
      days.map((day, index) => entry(day, index + 1)),
    );
    const { booked } = await list(accountId, { dateFrom: '2026-06-02', dateTo: '2026-06-03' });
    expect(numbers(booked)).toEqual([3, 2]);
  });

  it('ends by default today, in the time zone of the bank', async () => {
    context.moment = '2026-06-15T22:30:00Z';
    const accountId = await feed(context, fedAccount(), [entry('2026-06-16', 1), entry('2026-06-17', 2)]);
    const { booked } = await list(accountId, { dateFrom: '2026-06-16' });
    expect(numbers(booked)).toEqual([1]);
  });

  it('requires dateFrom', async () => {
    const accountId = await feed(context);
    for (const bookingStatus of ['booked', 'pending', 'both'] as const) {
      const refusal = await refusalOf(list(accountId, { bookingStatus, dateFrom: undefined }));
      expect(refusal).toMatchObject({ situation: 'queryInvalid', path: 'dateFrom' });
    }
    expect(context.consent.uses).toEqual([]);
  });

  it.each([
    ['begins after its end', { dateFrom: '2026-06-03', dateTo: '2026-06-02' }],
    ['begins tomorrow', { dateFrom: '2026-06-16', dateTo: '2026-06-20' }],
    ['begins tomorrow and has no end', { dateFrom: '2026-06-16' }],
  ])('that %s is refused, and costs no access', async (_, period) => {
    const accountId = await feed(context);
    const refusal = await refusalOf(list(accountId, period));
    expect(refusal).toMatchObject({ situation: 'periodInvalid', path: 'dateFrom' });
    expect(context.consent.uses).toEqual([]);
  });

  it('may be a single day, today, and may end in the future', async () => {
    const accountId = await feed(context, fedAccount(), [entry('2026-06-15', 1)]);
    const today = { dateFrom: '2026-06-15', dateTo: '2026-06-15' };
    expect(numbers((await list(accountId, today)).booked)).toEqual([1]);
    expect(numbers((await list(accountId, { ...today, dateTo: '2027-01-01' })).booked)).toEqual([1]);
  });
});

describe('history older than the consent permits', () => {
  it('is refused by consent in the request that counts, so that a refusal costs no access', async () => {
    const accountId = await feed(context, fedAccount(), [entry('2026-03-16', 1), entry('2026-03-17', 2)]);
    const refusal = await refusalOf(list(accountId, { dateFrom: '2026-03-16' }));
    expect(refusal).toMatchObject({ situation: 'periodInvalid', path: 'dateFrom' });
    expect(context.consent.uses).toEqual([
      expect.objectContaining({ counted: true, oldest: { day: '2026-03-16', path: 'dateFrom' } }),
    ]);
    expect(numbers((await list(accountId, { dateFrom: '2026-03-17' })).booked)).toEqual([2]);
  });
});

describe('the order', () => {
  it('is newest first by booking date and then by sequence, for any order of the feed', async () => {
    const accountId = await feed(context, fedAccount(), [
      entry('2026-06-02', 2),
      entry('2026-06-03', 4),
      entry('2026-06-01', 10),
      entry('2026-06-03', 3),
      entry('2026-06-02', 1),
    ]);
    const { booked } = await list(accountId);
    expect(numbers(booked)).toEqual([4, 3, 2, 1, 10]);
    expect((await list(accountId)).booked).toEqual(booked);
  });
});

describe('entries that the consent does not cover', () => {
  it('are refused without the right to transactions', async () => {
    const accountId = await feed(context, fedAccount(), [fedEntry()]);
    context.consent.grants = [{ account: { iban: CURRENT }, rights: ['accounts', 'balances'] }];
    expect((await refusalOf(list(accountId))).situation).toBe('consentLacksRight');
  });

  it('never appear in the list of another account', async () => {
    const accountId = await feed(context, fedAccount(), [entry('2026-06-02', 1)]);
    await context.ask(putTransactions, { bankAccountId: 'savings', transactions: [entry('2026-06-02', 2)] });
    expect(numbers((await list(accountId)).booked)).toEqual([1]);
  });

  it('balances are in the list if requested and granted, and are omitted otherwise', async () => {
    const accountId = await feed(context);
    const balances = [{ balanceType: 'interimBooked' as const, balanceAmount: { currency: 'EUR', amount: '5.00' } }];
    await context.ask(putBalances, { bankAccountId: 'current', version: 1, balances });
    expect((await list(accountId, { withBalance: true })).balances).toEqual(balances);
    expect(await list(accountId)).not.toHaveProperty('balances');
    context.consent.grants = [{ account: { iban: CURRENT }, rights: ['accounts', 'transactions'] }];
    expect(await list(accountId, { withBalance: true })).not.toHaveProperty('balances');
  });
});
