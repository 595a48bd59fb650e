import { listTransactions, putStandingOrders, type RequestInputOf, type StandingOrder } from '@xs2a/contracts';
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
  type TestContext,
} from '../../test/test-context.ts';

const context = contextOfFile();

type Query = Partial<RequestInputOf<typeof listTransactions>>;

const order = (amount: string, dayOfExecution = '3'): StandingOrder => ({
  transactionAmount: { currency: 'EUR', amount },
  creditorName: 'Zdenka Matić',
  creditorAccount: { iban: 'HR1723600001101234565' },
  additionalInformationStructured: {
    standingOrderDetails: { startDate: '2024-01-03', frequency: 'Monthly', dayOfExecution },
  },
});

const list = (accountId: string, query: Query = {}) =>
  context.ask(listTransactions, { ...READING, accountId, bookingStatus: 'information', withBalance: false, ...query });

const put = (version: number, ...standingOrders: StandingOrder[]) =>
  context.ask(putStandingOrders, { bankAccountId: 'current', version, standingOrders });

describe('bookingStatus information', () => {
  it('returns the standing orders alone, requires no dateFrom, and is an access to transactions', async () => {
    const accountId = await feed(context, fedAccount(), [fedEntry()]);
    await put(1, order('-650.00'), order('-10.00'));
    const information = [order('-650.00'), order('-10.00')];
    expect(await list(accountId)).toEqual({ account: { iban: CURRENT }, information });
    expect(await list(accountId, { dateFrom: '2026-06-20', withBalance: true })).toEqual({
      account: { iban: CURRENT },
      information,
    });
    expect(context.consent.uses[0]).toMatchObject({ kind: 'transactions', counted: true });
  });

  it.each([
    ['fed with leading zeroes', async () => void (await put(1, order('-1.00', '03')))],
    [
      'stored by an earlier version with leading zeroes',
      async ({ db }: TestContext) => {
        const entries = [order('-1.00', '03')];
        await db.collection('accounts').updateOne({}, { $set: { standingOrders: { version: 1, entries } } });
      },
    ],
  ])('has days without leading zeroes, %s', async (_, arrive) => {
    const accountId = await feed(context);
    await arrive(context);
    expect((await list(accountId)).information).toEqual([order('-1.00', '3')]);
  });

  it('returns an empty list if the account has none', async () => {
    expect((await list(await feed(context))).information).toEqual([]);
  });

  it('is refused without the right to transactions', async () => {
    const accountId = await feed(context);
    context.consent.grants = [{ account: { iban: CURRENT }, rights: ['accounts', 'balances'] }];
    expect((await refusalOf(list(accountId))).situation).toBe('consentLacksRight');
  });
});

describe('bookingStatus all', () => {
  it('returns booked and pending entries of the period and the standing orders, these only on the first page', async () => {
    const entries = Array.from({ length: 100 }, (_, sequence) =>
      fedEntry({ bankReference: `e-${sequence}`, sequence }),
    );
    const accountId = await feed(context, fedAccount(), [
      ...entries,
      fedPending({ bankReference: 'reserved', sequence: 200 }),
    ]);
    await put(1, order('-650.00'));
    const query = { bookingStatus: 'all' as const, dateFrom: '2026-06-01' };
    const first = await list(accountId, query);
    expect(first).toMatchObject({ pending: [expect.anything()], information: [order('-650.00')] });
    expect(first.booked).toHaveLength(99);
    const second = await list(accountId, { ...query, page: first.pages?.next });
    expect(second.booked).toHaveLength(1);
    expect(second).not.toHaveProperty('information');
  });

  it('requires dateFrom', async () => {
    const refusal = await refusalOf(list(await feed(context), { bookingStatus: 'all' }));
    expect(refusal).toMatchObject({ situation: 'queryInvalid', path: 'dateFrom' });
  });

  it('is the only other value that shows standing orders', async () => {
    const accountId = await feed(context);
    await put(1, order('-650.00'));
    for (const bookingStatus of ['booked', 'pending', 'both'] as const) {
      const listed = await list(accountId, { bookingStatus, dateFrom: '2026-06-01' });
      expect(listed).not.toHaveProperty('information');
    }
  });
});

describe('fed standing orders', () => {
  it('replace the previous ones; an older or equal version changes nothing', async () => {
    const accountId = await feed(context);
    expect(await put(2, order('-1.00'))).toEqual({ stored: 1 });
    expect(await put(2, order('-2.00'))).toEqual({ stored: 0 });
    expect(await put(1)).toEqual({ stored: 0 });
    expect((await list(accountId)).information).toEqual([order('-1.00')]);
    expect(await put(3)).toEqual({ stored: 1 });
    expect((await list(accountId)).information).toEqual([]);
  });

  it('may arrive before their account, and never keep a clear card number', async () => {
    await put(1, { ...order('-1.00'), creditorAccount: { pan: '5254123412343241' } });
    const { information } = await list(await feed(context));
    expect(information).toEqual([{ ...order('-1.00'), creditorAccount: { maskedPan: '525412******3241' } }]);
    expect(JSON.stringify(await context.db.collection('accounts').find().toArray())).not.toContain('5254123412343241');
  });
});
