import {
  type Balance,
  listTransactions,
  putAccounts,
  putBalances,
  putTransactions,
  type ReplyOf,
  readAccount,
  readBalances,
} from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import {
  CURRENT,
  contextOfFile,
  fedAccount,
  fedEntry,
  fedPending,
  feed,
  listedIds,
  READING,
  refusalOf,
} from '../../test/test-context.ts';

const context = contextOfFile();

const balance = (amount: string): Balance[] => [
  { balanceType: 'interimBooked', balanceAmount: { currency: 'EUR', amount } },
];
/** The bank's key of the account. */
const ACCOUNT = 'current';

function bothLists(accountId: string): Promise<ReplyOf<typeof listTransactions>> {
  const query = { bookingStatus: 'both' as const, dateFrom: '2026-06-01', withBalance: false };
  return context.ask(listTransactions, { ...READING, accountId, ...query });
}

describe('accounts', () => {
  it('fed again keep their resourceId and get the new details', async () => {
    const accountId = await feed(context, fedAccount({ name: 'Old', product: 'Basic' }));
    expect(await context.ask(putAccounts, { accounts: [fedAccount({ name: 'New' })] })).toEqual({ stored: 1 });
    expect(await listedIds(context)).toEqual([accountId]);
    const { account } = await context.ask(readAccount, { ...READING, accountId, withBalance: false });
    expect(account.name).toBe('New');
    expect(account).not.toHaveProperty('product');
  });

  it('fed again unchanged change nothing', async () => {
    expect(await context.ask(putAccounts, { accounts: [fedAccount()] })).toEqual({ stored: 1 });
    expect(await context.ask(putAccounts, { accounts: [fedAccount()] })).toEqual({ stored: 0 });
    expect(await context.ask(putAccounts, { accounts: [] })).toEqual({ stored: 0 });
  });

  it('with a version accept a newer one, and an older or equal one changes nothing: a former owner stays removed', async () => {
    const put = (version: number, name: string, more: object = {}) =>
      context.ask(putAccounts, { accounts: [fedAccount({ version, name, ...more })] });
    expect(await put(2, 'Second')).toEqual({ stored: 1 });
    expect(await put(1, 'First', { owners: ['psu-former'] })).toEqual({ stored: 0 });
    expect(await put(2, 'Other')).toEqual({ stored: 0 });
    const accountId = await feed(context, fedAccount({ version: 3, name: 'Third' }));
    const { account } = await context.ask(readAccount, { ...READING, accountId, withBalance: false });
    expect(account.name).toBe('Third');
    expect(account).not.toHaveProperty('version');
    // Without a version the last message counts.
    expect(await context.ask(putAccounts, { accounts: [fedAccount({ name: 'Last' })] })).toEqual({ stored: 1 });
    const stored = await context.db.collection('accounts').findOne({ bankAccountId: ACCOUNT });
    expect(stored).toMatchObject({ details: { name: 'Last', owners: fedAccount().owners } });
  });

  it('fed by several messages at once, with their balances, become one account each', async () => {
    for (let round = 0; round < 10; round++) {
      const bankAccountId = `account-${round}`;
      const messages = Array.from({ length: 16 }, (_, index) =>
        index % 2
          ? context.ask(putAccounts, { accounts: [fedAccount({ bankAccountId })] })
          : context.ask(putBalances, { bankAccountId, version: index, balances: balance('1.00') }),
      );
      await Promise.all(messages);
    }
    expect(await listedIds(context)).toHaveLength(10);
    expect(await context.db.collection('accounts').countDocuments()).toBe(10);
  });

  it('never keep a clear card number: not in a reference, an entry or a trusted beneficiary', async () => {
    const pan = '5254123412343241';
    const entry = fedEntry({ creditorAccount: { pan }, debtorAccount: { pan } });
    const trustedBeneficiaries = [{ trustedBeneficiaryId: 'T-1', creditorName: 'Ana', creditorAccount: { pan } }];
    await feed(context, fedAccount({ reference: { pan }, trustedBeneficiaries }), [entry]);
    const stored = [
      await context.db.collection('accounts').find().toArray(),
      await context.db.collection('transactions').find().toArray(),
    ];
    expect(JSON.stringify(stored)).not.toContain(pan);
    expect(stored[0]?.[0]).toMatchObject({ details: { kind: 'card', reference: { maskedPan: '525412******3241' } } });
  });
});

describe('balances', () => {
  it('accept a newer version, and an older or equal one changes nothing', async () => {
    const accountId = await feed(context);
    const put = (version: number, amount: string) =>
      context.ask(putBalances, { bankAccountId: ACCOUNT, version, balances: balance(amount) });
    expect(await put(7, '7.00')).toEqual({ stored: 1 });
    expect(await put(6, '6.00')).toEqual({ stored: 0 });
    expect(await put(7, '0.07')).toEqual({ stored: 0 });
    expect((await context.ask(readBalances, { ...READING, accountId })).balances).toEqual(balance('7.00'));
    expect(await put(8, '8.00')).toEqual({ stored: 1 });
    expect((await context.ask(readBalances, { ...READING, accountId })).balances).toEqual(balance('8.00'));
  });

  it('of the highest version remain if many versions arrive at once', async () => {
    const versions = [3, 9, 1, 12, 5, 11, 2, 10];
    await Promise.all(
      versions.map((version) =>
        context.ask(putBalances, { bankAccountId: ACCOUNT, version, balances: balance(`${version}.00`) }),
      ),
    );
    const accountId = await feed(context);
    expect((await context.ask(readBalances, { ...READING, accountId })).balances).toEqual(balance('12.00'));
  });
});

describe('times', () => {
  const said = { referenceDate: '2026-06-14+02:00', lastChangeDateTime: '2026-06-14T00:00:00.000000000' };
  const answered = { referenceDate: '2026-06-14', lastChangeDateTime: '2026-06-14T00:00:00+02:00' };
  const saidBalances = balance('1.00').map((one) => ({ ...one, ...said }));
  const answeredBalances = balance('1.00').map((one) => ({ ...one, ...answered }));

  it('of balances, entries and standing orders are returned as RFC 3339, in the time zone of the bank by default', async () => {
    const accountId = await feed(context, fedAccount(), [
      fedEntry({
        bookingDate: '2026-06-09T23:30:00Z',
        valueDate: '2026-06-10T00:00:00',
        balanceAfterTransaction: saidBalances[0],
      }),
    ]);
    await context.ask(putBalances, { bankAccountId: ACCOUNT, version: 1, balances: saidBalances });
    expect((await context.ask(readBalances, { ...READING, accountId })).balances).toEqual(answeredBalances);
    expect((await bothLists(accountId)).booked).toEqual([
      expect.objectContaining({
        bookingDate: '2026-06-10',
        valueDate: '2026-06-10',
        balanceAfterTransaction: answeredBalances[0],
      }),
    ]);
  });

  it('that cannot be parsed are left out', async () => {
    const accountId = await feed(context, fedAccount(), [fedEntry({ valueDate: '10.6.2026.' })]);
    const balances = balance('1.00').map((one) => ({ ...one, lastChangeDateTime: 'today' }));
    await context.ask(putBalances, { bankAccountId: ACCOUNT, version: 1, balances });
    expect((await context.ask(readBalances, { ...READING, accountId })).balances).toEqual(balance('1.00'));
    expect((await bothLists(accountId)).booked?.[0]).not.toHaveProperty('valueDate');
  });
});

describe('the order of the feed does not matter', () => {
  it('balances and entries that arrive before their account are shown once it is fed', async () => {
    await context.ask(putBalances, { bankAccountId: ACCOUNT, version: 1, balances: balance('1.00') });
    await context.ask(putTransactions, { bankAccountId: ACCOUNT, transactions: [fedEntry()] });
    const accountId = await feed(context);
    expect((await context.ask(readBalances, { ...READING, accountId })).balances).toEqual(balance('1.00'));
    expect((await bothLists(accountId)).booked).toHaveLength(1);
  });

  it('an account with only balances does not exist for readers', async () => {
    await context.ask(putBalances, { bankAccountId: ACCOUNT, version: 1, balances: balance('1.00') });
    const stored = await context.db.collection('accounts').findOne({ bankAccountId: ACCOUNT });
    expect(await listedIds(context)).toEqual([]);
    const refusal = await refusalOf(context.ask(readBalances, { ...READING, accountId: String(stored?._id) }));
    expect(refusal.situation).toBe('accountUnknown');
  });
});

describe('entries', () => {
  it('keep their transactionId from pending to booked, and are shown once', async () => {
    const pending = fedPending({ sequence: 1, remittanceInformationUnstructured: 'reserved' });
    const accountId = await feed(context, fedAccount(), [pending]);
    const before = await bothLists(accountId);
    await context.ask(putTransactions, { bankAccountId: ACCOUNT, transactions: [fedEntry({ sequence: 5 })] });
    const after = await bothLists(accountId);
    expect(before.pending).toHaveLength(1);
    expect(after.pending).toEqual([]);
    expect(after.booked).toEqual([
      {
        transactionId: before.pending?.[0]?.transactionId,
        bookingDate: '2026-06-10',
        transactionAmount: { currency: 'EUR', amount: '-1.00' },
      },
    ]);
  });

  it('that are booked stay booked if an older pending message arrives late', async () => {
    const accountId = await feed(context, fedAccount(), [fedEntry({ creditorName: 'Booked' })]);
    const late = [fedPending({ creditorName: 'Pending' })];
    expect(await context.ask(putTransactions, { bankAccountId: ACCOUNT, transactions: late })).toEqual({ stored: 0 });
    const { booked, pending } = await bothLists(accountId);
    expect(booked).toEqual([expect.objectContaining({ creditorName: 'Booked' })]);
    expect(pending).toEqual([]);
  });

  it('fed again change nothing; a pending one accepts newer content, but not earlier content again', async () => {
    const pending = fedPending({ bankReference: 'reserved' });
    const accountId = await feed(context, fedAccount(), [fedEntry(), pending]);
    const put = (transactions: (typeof pending)[]) =>
      context.ask(putTransactions, { bankAccountId: ACCOUNT, transactions });
    expect(await put([fedEntry(), pending])).toEqual({ stored: 0 });
    const grown = { ...pending, sequence: 2, transactionAmount: { currency: 'EUR', amount: '-2.00' } };
    expect(await put([grown])).toEqual({ stored: 1 });
    expect(await put([pending])).toEqual({ stored: 0 });
    expect((await bothLists(accountId)).pending?.[0]?.transactionAmount.amount).toBe('-2.00');
  });

  it('that one message names as pending and as booked end booked', async () => {
    const accountId = await feed(context, fedAccount(), [fedPending(), fedEntry()]);
    expect(await bothLists(accountId)).toMatchObject({ booked: [expect.anything()], pending: [] });
  });

  it('fed by several messages at once, pending and booked, become one booked entry each', async () => {
    const accountId = await feed(context);
    for (let round = 0; round < 10; round++) {
      const bankReference = `entry-${round}`;
      const fed = [fedPending({ bankReference }), fedEntry({ bankReference })];
      const messages = Array.from({ length: 16 }, (_, index) => fed.slice(index % 2).slice(0, 1));
      await Promise.all(
        messages.map((transactions) => context.ask(putTransactions, { bankAccountId: ACCOUNT, transactions })),
      );
    }
    const { booked, pending } = await bothLists(accountId);
    expect(booked).toHaveLength(10);
    expect(pending).toEqual([]);
  });

  it('with one reference on two accounts are two entries', async () => {
    await feed(context, fedAccount(), [fedEntry()]);
    await context.ask(putTransactions, { bankAccountId: 'savings', transactions: [fedEntry()] });
    expect(await context.db.collection('transactions').countDocuments()).toBe(2);
  });

  it('pending are found by the date that the bank sends with them, by default the day of their first arrival', async () => {
    const dated = { ...fedPending({ bankReference: 'dated', endToEndId: 'dated' }), bookingDate: '2026-06-05' };
    const undated = fedPending({ bankReference: 'undated', endToEndId: 'undated' });
    const accountId = await feed(context, fedAccount(), [dated, undated]);
    context.moment = '2026-06-20T10:00:00Z';
    await context.ask(putTransactions, { bankAccountId: ACCOUNT, transactions: [undated] });
    const onDay = async (day: string) => {
      const query = { bookingStatus: 'pending' as const, dateFrom: day, dateTo: day, withBalance: false };
      return (await context.ask(listTransactions, { ...READING, accountId, ...query })).pending;
    };
    expect(await onDay('2026-06-05')).toEqual([expect.objectContaining({ endToEndId: 'dated' })]);
    expect(await onDay('2026-06-15')).toEqual([expect.objectContaining({ endToEndId: 'undated' })]);
    expect((await onDay('2026-06-05'))?.[0]).not.toHaveProperty('bookingDate');
  });

  it('that are booked require a booking date; without it none of their message is stored', async () => {
    const undated = { ...fedPending({ bankReference: 'undated' }), bookingStatus: 'booked' as const };
    const message = { bankAccountId: ACCOUNT, transactions: [fedEntry(), undated] };
    const refusal = await refusalOf(context.ask(putTransactions, message));
    expect(refusal).toMatchObject({ situation: 'fieldInvalid', path: 'transactions[1].bookingDate' });
    expect(await context.db.collection('transactions').countDocuments()).toBe(0);
    expect((await refusalOf(context.ask(putAccounts, { accounts: [fedAccount({ owners: [] })] }))).situation).toBe(
      'fieldInvalid',
    );
  });

  it("never show the bank's id of the account", async () => {
    const accountId = await feed(
      context,
      fedAccount({ bankAccountId: 'key-of-the-bank', reference: { iban: CURRENT } }),
      [fedEntry({ bankReference: 'reference-of-the-bank' })],
    );
    const { account } = await context.ask(readAccount, { ...READING, accountId, withBalance: true });
    expect(JSON.stringify([account, await bothLists(accountId)])).not.toContain('of-the-bank');
  });
});
