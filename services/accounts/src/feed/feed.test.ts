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
  type AccountsAtWork,
  accountsAtWork,
  CURRENT,
  fedAccount,
  fedEntry,
  fedPending,
  feed,
  listedIds,
  READING,
  refusalOf,
} from '../../test/test-context.ts';

const balance = (amount: string): Balance[] => [
  { balanceType: 'interimBooked', balanceAmount: { currency: 'EUR', amount } },
];
/** Key of the account at the bank. */
const ACCOUNT = 'current';

function bothLists(at: AccountsAtWork, accountId: string): Promise<ReplyOf<typeof listTransactions>> {
  const query = { bookingStatus: 'both' as const, dateFrom: '2026-06-01', withBalance: false };
  return at.ask(listTransactions, { ...READING, accountId, ...query });
}

describe('accounts', () => {
  it('fed again keep their resourceId and take the new details', async () => {
    await using at = await accountsAtWork();
    const accountId = await feed(at, fedAccount({ name: 'Old', product: 'Basic' }));
    expect(await at.ask(putAccounts, { accounts: [fedAccount({ name: 'New' })] })).toEqual({ stored: 1 });
    expect(await listedIds(at)).toEqual([accountId]);
    const { account } = await at.ask(readAccount, { ...READING, accountId, withBalance: false });
    expect(account.name).toBe('New');
    expect(account).not.toHaveProperty('product');
  });

  it('fed again unchanged change nothing', async () => {
    await using at = await accountsAtWork();
    expect(await at.ask(putAccounts, { accounts: [fedAccount()] })).toEqual({ stored: 1 });
    expect(await at.ask(putAccounts, { accounts: [fedAccount()] })).toEqual({ stored: 0 });
    expect(await at.ask(putAccounts, { accounts: [] })).toEqual({ stored: 0 });
  });

  it('fed by several messages at once, with their balances, become one account each', async () => {
    await using at = await accountsAtWork();
    for (let round = 0; round < 10; round++) {
      const bankAccountId = `account-${round}`;
      const messages = Array.from({ length: 16 }, (_, index) =>
        index % 2
          ? at.ask(putAccounts, { accounts: [fedAccount({ bankAccountId })] })
          : at.ask(putBalances, { bankAccountId, version: index, balances: balance('1.00') }),
      );
      await Promise.all(messages);
    }
    expect(await listedIds(at)).toHaveLength(10);
    expect(await at.db.collection('accounts').countDocuments()).toBe(10);
  });

  it('never keep a clear card number, neither as reference nor in an entry', async () => {
    await using at = await accountsAtWork();
    const pan = '5254123412343241';
    const entry = fedEntry({ creditorAccount: { pan }, debtorAccount: { pan } });
    await feed(at, fedAccount({ reference: { pan } }), [entry]);
    const stored = [
      await at.db.collection('accounts').find().toArray(),
      await at.db.collection('transactions').find().toArray(),
    ];
    expect(JSON.stringify(stored)).not.toContain(pan);
    expect(stored[0]?.[0]).toMatchObject({ details: { kind: 'card', reference: { maskedPan: '525412******3241' } } });
  });
});

describe('balances', () => {
  it('take the newer version, and an older or equal one changes nothing', async () => {
    await using at = await accountsAtWork();
    const accountId = await feed(at);
    const put = (version: number, amount: string) =>
      at.ask(putBalances, { bankAccountId: ACCOUNT, version, balances: balance(amount) });
    expect(await put(7, '7.00')).toEqual({ stored: 1 });
    expect(await put(6, '6.00')).toEqual({ stored: 0 });
    expect(await put(7, '0.07')).toEqual({ stored: 0 });
    expect((await at.ask(readBalances, { ...READING, accountId })).balances).toEqual(balance('7.00'));
    expect(await put(8, '8.00')).toEqual({ stored: 1 });
    expect((await at.ask(readBalances, { ...READING, accountId })).balances).toEqual(balance('8.00'));
  });

  it('of the highest version remain when many versions arrive at once', async () => {
    await using at = await accountsAtWork();
    const versions = [3, 9, 1, 12, 5, 11, 2, 10];
    await Promise.all(
      versions.map((version) =>
        at.ask(putBalances, { bankAccountId: ACCOUNT, version, balances: balance(`${version}.00`) }),
      ),
    );
    const accountId = await feed(at);
    expect((await at.ask(readBalances, { ...READING, accountId })).balances).toEqual(balance('12.00'));
  });
});

describe('the order of the feed does not matter', () => {
  it('balances and entries that come before their account are there once it is fed', async () => {
    await using at = await accountsAtWork();
    await at.ask(putBalances, { bankAccountId: ACCOUNT, version: 1, balances: balance('1.00') });
    await at.ask(putTransactions, { bankAccountId: ACCOUNT, transactions: [fedEntry()] });
    const accountId = await feed(at);
    expect((await at.ask(readBalances, { ...READING, accountId })).balances).toEqual(balance('1.00'));
    expect((await bothLists(at, accountId)).booked).toHaveLength(1);
  });

  it('an account of which only balances have come exists for no reader', async () => {
    await using at = await accountsAtWork();
    await at.ask(putBalances, { bankAccountId: ACCOUNT, version: 1, balances: balance('1.00') });
    const stored = await at.db.collection('accounts').findOne({ bankAccountId: ACCOUNT });
    expect(await listedIds(at)).toEqual([]);
    const refusal = await refusalOf(at.ask(readBalances, { ...READING, accountId: String(stored?._id) }));
    expect(refusal.situation).toBe('accountUnknown');
  });
});

describe('entries', () => {
  it('keep their transactionId from pending to booked, and are shown once', async () => {
    await using at = await accountsAtWork();
    const pending = fedPending({ sequence: 1, remittanceInformationUnstructured: 'reserved' });
    const accountId = await feed(at, fedAccount(), [pending]);
    const before = await bothLists(at, accountId);
    await at.ask(putTransactions, { bankAccountId: ACCOUNT, transactions: [fedEntry({ sequence: 5 })] });
    const after = await bothLists(at, accountId);
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

  it('that are booked stay so when an older pending message comes late', async () => {
    await using at = await accountsAtWork();
    const accountId = await feed(at, fedAccount(), [fedEntry({ creditorName: 'Booked' })]);
    const late = [fedPending({ creditorName: 'Pending' })];
    expect(await at.ask(putTransactions, { bankAccountId: ACCOUNT, transactions: late })).toEqual({ stored: 0 });
    const { booked, pending } = await bothLists(at, accountId);
    expect(booked).toEqual([expect.objectContaining({ creditorName: 'Booked' })]);
    expect(pending).toEqual([]);
  });

  it('fed again change nothing, and a pending one takes what is new of it', async () => {
    await using at = await accountsAtWork();
    const pending = fedPending({ bankReference: 'reserved' });
    const accountId = await feed(at, fedAccount(), [fedEntry(), pending]);
    const put = (transactions: (typeof pending)[]) => at.ask(putTransactions, { bankAccountId: ACCOUNT, transactions });
    expect(await put([fedEntry(), pending])).toEqual({ stored: 0 });
    const grown = { ...pending, transactionAmount: { currency: 'EUR', amount: '-2.00' } };
    expect(await put([grown])).toEqual({ stored: 1 });
    expect((await bothLists(at, accountId)).pending?.[0]?.transactionAmount.amount).toBe('-2.00');
  });

  it('that stand in one message as pending and as booked end booked', async () => {
    await using at = await accountsAtWork();
    const accountId = await feed(at, fedAccount(), [fedPending(), fedEntry()]);
    expect(await bothLists(at, accountId)).toMatchObject({ booked: [expect.anything()], pending: [] });
  });

  it('fed by several messages at once, pending and booked, become one booked entry each', async () => {
    await using at = await accountsAtWork();
    const accountId = await feed(at);
    for (let round = 0; round < 10; round++) {
      const bankReference = `entry-${round}`;
      const fed = [fedPending({ bankReference }), fedEntry({ bankReference })];
      const messages = Array.from({ length: 16 }, (_, index) => fed.slice(index % 2).slice(0, 1));
      await Promise.all(
        messages.map((transactions) => at.ask(putTransactions, { bankAccountId: ACCOUNT, transactions })),
      );
    }
    const { booked, pending } = await bothLists(at, accountId);
    expect(booked).toHaveLength(10);
    expect(pending).toEqual([]);
  });

  it('with one reference on two accounts are two entries', async () => {
    await using at = await accountsAtWork();
    await feed(at, fedAccount(), [fedEntry()]);
    await at.ask(putTransactions, { bankAccountId: 'savings', transactions: [fedEntry()] });
    expect(await at.db.collection('transactions').countDocuments()).toBe(2);
  });

  it('pending are found by the date that the bank sends with them, else by the day they first came', async () => {
    await using at = await accountsAtWork();
    const dated = { ...fedPending({ bankReference: 'dated', endToEndId: 'dated' }), bookingDate: '2026-06-05' };
    const undated = fedPending({ bankReference: 'undated', endToEndId: 'undated' });
    const accountId = await feed(at, fedAccount(), [dated, undated]);
    at.moment = '2026-06-20T10:00:00Z';
    await at.ask(putTransactions, { bankAccountId: ACCOUNT, transactions: [undated] });
    const onDay = async (day: string) => {
      const query = { bookingStatus: 'pending' as const, dateFrom: day, dateTo: day, withBalance: false };
      return (await at.ask(listTransactions, { ...READING, accountId, ...query })).pending;
    };
    expect(await onDay('2026-06-05')).toEqual([expect.objectContaining({ endToEndId: 'dated' })]);
    expect(await onDay('2026-06-15')).toEqual([expect.objectContaining({ endToEndId: 'undated' })]);
    expect((await onDay('2026-06-05'))?.[0]).not.toHaveProperty('bookingDate');
  });

  it('that are booked need a booking date; nothing of their message is stored', async () => {
    await using at = await accountsAtWork();
    const undated = { ...fedPending({ bankReference: 'undated' }), bookingStatus: 'booked' as const };
    const message = { bankAccountId: ACCOUNT, transactions: [fedEntry(), undated] };
    const refusal = await refusalOf(at.ask(putTransactions, message));
    expect(refusal).toMatchObject({ situation: 'fieldInvalid', path: 'transactions[1].bookingDate' });
    expect(await at.db.collection('transactions').countDocuments()).toBe(0);
    expect((await refusalOf(at.ask(putAccounts, { accounts: [fedAccount({ owners: [] })] }))).situation).toBe(
      'fieldInvalid',
    );
  });

  it('answer with the bank key of the account nowhere', async () => {
    await using at = await accountsAtWork();
    const accountId = await feed(at, fedAccount({ bankAccountId: 'key-of-the-bank', reference: { iban: CURRENT } }), [
      fedEntry({ bankReference: 'reference-of-the-bank' }),
    ]);
    const { account } = await at.ask(readAccount, { ...READING, accountId, withBalance: true });
    expect(JSON.stringify([account, await bothLists(at, accountId)])).not.toContain('of-the-bank');
  });
});
