import {
  type Balance,
  listAccounts,
  listTransactions,
  putAccounts,
  putBalances,
  putStandingOrders,
  putTransactions,
  type ReplyOf,
  readAccount,
  readBalances,
  readTransactionDetails,
} from '@xs2a/contracts';
import { executedCommands } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import {
  CURRENT,
  contextOfFile,
  fedAccount,
  fedEntry,
  fedPending,
  READING,
  refusalOf,
} from '../../test/test-context.ts';

const context = contextOfFile();

const CURRENCIES = ['EUR', 'USD', 'CHF'] as const;
type Listed = ReplyOf<typeof listTransactions>;

const sub = (currency: string) =>
  fedAccount({ bankAccountId: `multi-${currency}`, reference: { iban: CURRENT, currency }, currency });
const AGGREGATE = { ...sub('XXX'), subAccounts: CURRENCIES.map((currency) => `multi-${currency}`) };

/** Feeds the aggregated account and its three sub-accounts. Returns the resourceIds by currency. */
async function feedMulti(): Promise<Record<string, string>> {
  await context.ask(putAccounts, { accounts: [AGGREGATE, ...CURRENCIES.map(sub)] });
  const stored = await context.db.collection('accounts').find().toArray();
  return Object.fromEntries(stored.map((account) => [account['details'].currency, String(account._id)]));
}

const entry = (currency: string, sequence: number, more: object = {}) =>
  fedEntry({
    bankReference: `${currency}-${sequence}`,
    endToEndId: `${currency}-${sequence}`,
    sequence,
    transactionAmount: { currency, amount: '-1.00' },
    ...more,
  });
const put = (currency: string, ...transactions: ReturnType<typeof fedEntry>[]) =>
  context.ask(putTransactions, { bankAccountId: `multi-${currency}`, transactions });

function list(accountId: string, more: object = {}): Promise<Listed> {
  const query = { bookingStatus: 'booked' as const, dateFrom: '2026-06-01', withBalance: false };
  return context.ask(listTransactions, { ...READING, accountId, ...query, ...more });
}
const names = ({ booked = [], pending = [] }: Listed) => [...pending, ...booked].map(({ endToEndId }) => endToEndId);

const balance = (currency: string, balanceType: Balance['balanceType'], amount: string): Balance => ({
  balanceType,
  balanceAmount: { currency, amount },
});

describe('which of the accounts under one IBAN a consent refers to', () => {
  it.each([
    ['no currency: all of them and the aggregation', undefined, ['CHF', 'EUR', 'USD', 'XXX']],
    ['USD: that sub-account alone', 'USD', ['USD']],
    ['XXX: the aggregation alone', 'XXX', ['XXX']],
  ])('a reference with %s', async (_, currency, meant) => {
    const ids = await feedMulti();
    const account = { iban: CURRENT, ...(currency && { currency }) };
    context.consent.grants = [{ account, rights: ['accounts', 'balances', 'transactions'] }];
    const { accounts } = await context.ask(listAccounts, { ...READING, withBalance: false });
    expect(accounts.map(({ account: shown }) => [shown.resourceId, shown.iban, shown.currency])).toEqual(
      meant.map((code) => [ids[code], CURRENT, code]),
    );
    for (const code of ['EUR', 'USD', 'CHF', 'XXX']) {
      const read = context.ask(readAccount, { ...READING, accountId: ids[code] ?? '', withBalance: false });
      if (meant.includes(code)) expect((await read).account.currency).toBe(code);
      else expect((await refusalOf(read)).situation).toBe('accountUnknown');
    }
  });

  it('never shows its sub-accounts', async () => {
    const ids = await feedMulti();
    const { account } = await context.ask(readAccount, { ...READING, accountId: ids['XXX'] ?? '', withBalance: true });
    expect(JSON.stringify(account)).not.toContain('multi-');
  });
});

describe('the balances of the aggregated account', () => {
  it('have one entry for each currency and type, in the list, the details, the balances and the report', async () => {
    const ids = await feedMulti();
    const accountId = ids['XXX'] ?? '';
    const balances = CURRENCIES.flatMap((currency) => [
      balance(currency, 'closingBooked', '1.00'),
      balance(currency, 'interimAvailable', '2.00'),
    ]);
    for (const currency of CURRENCIES) {
      const own = balances.filter(({ balanceAmount }) => balanceAmount.currency === currency);
      await context.ask(putBalances, { bankAccountId: `multi-${currency}`, version: 1, balances: own });
    }
    expect(await context.ask(readBalances, { ...READING, accountId })).toEqual({
      account: { iban: CURRENT, currency: 'XXX' },
      balances,
    });
    const { accounts } = await context.ask(listAccounts, { ...READING, withBalance: true });
    expect(accounts.map(({ account }) => account.balances?.length)).toEqual([2, 2, 2, 6]);
    expect((await context.ask(readAccount, { ...READING, accountId, withBalance: true })).account.balances).toEqual(
      balances,
    );
    expect((await list(accountId, { withBalance: true })).balances).toEqual(balances);
    context.consent.grants = [{ account: { iban: CURRENT }, rights: ['accounts', 'transactions'] }];
    expect((await list(accountId, { withBalance: true })).balances).toBeUndefined();
  });

  it('omit sub-accounts whose balances have not arrived yet, or that are not fed at all, and show the others', async () => {
    await context.ask(putAccounts, { accounts: [AGGREGATE, sub('EUR'), sub('USD')] });
    const eur = [balance('EUR', 'interimBooked', '5.00')];
    await context.ask(putBalances, { bankAccountId: 'multi-EUR', version: 1, balances: eur });
    const { accounts } = await context.ask(listAccounts, { ...READING, withBalance: true });
    expect(accounts.map(({ account }) => [account.currency, account.balances])).toEqual([
      ['EUR', eur],
      ['USD', []],
      ['XXX', eur],
    ]);
  });
});

describe('the entries of the aggregated account', () => {
  it('are those of its sub-accounts, newest first in any currency, with the same ids as there', async () => {
    const ids = await feedMulti();
    await put('EUR', entry('EUR', 900, { bookingDate: '2026-06-02' }), entry('EUR', 901));
    await put('USD', entry('USD', 1, { bookingDate: '2026-06-12' }), entry('USD', 2, { bookingDate: '2026-06-01' }));
    await put('CHF', { ...fedPending({ bankReference: 'CHF-1', endToEndId: 'CHF-1' }) });
    const mixed = await list(ids['XXX'] ?? '', { bookingStatus: 'both' });
    expect(mixed.account).toEqual({ iban: CURRENT, currency: 'XXX' });
    expect(names(mixed)).toEqual(['CHF-1', 'USD-1', 'EUR-901', 'EUR-900', 'USD-2']);
    const dollars = await list(ids['USD'] ?? '');
    expect(names(dollars)).toEqual(['USD-1', 'USD-2']);
    const { transactionId = '' } = dollars.booked?.[0] ?? {};
    expect(mixed.booked?.[0]?.transactionId).toBe(transactionId);
    for (const currency of ['XXX', 'USD']) {
      const read = { ...READING, accountId: ids[currency] ?? '', transactionId };
      expect((await context.ask(readTransactionDetails, read)).transaction.endToEndId).toBe('USD-1');
    }
    const wrong = { ...READING, accountId: ids['EUR'] ?? '', transactionId };
    expect((await refusalOf(context.ask(readTransactionDetails, wrong))).situation).toBe('transactionUnknown');
  });

  it('are paged, each entry once, forwards and backwards, reading at most a page from each source', async () => {
    const ids = await feedMulti();
    const accountId = ids['XXX'] ?? '';
    for (const [index, currency] of CURRENCIES.entries()) {
      const many = Array.from({ length: 60 + 40 * index }, (_, sequence) =>
        entry(currency, sequence, { bookingDate: `2026-06-0${1 + (sequence % 7)}` }),
      );
      await put(currency, ...many);
    }
    const pages = [await list(accountId)];
    for (let page = pages[0]?.pages?.next; page !== undefined; page = pages.at(-1)?.pages?.next) {
      pages.push(await list(accountId, { page }));
    }
    expect(pages.map((page) => page.booked?.length)).toEqual([100, 100, 100]);
    const all = pages.flatMap(names);
    expect(new Set(all).size).toBe(300);
    const dates = pages.flatMap(({ booked = [] }) => booked.map(({ bookingDate = '' }) => bookingDate));
    expect(dates).toEqual(dates.toSorted().toReversed());
    let last!: Awaited<ReturnType<typeof list>>;
    const read = async () => (last = await list(accountId, { page: pages[0]?.pages?.last }));
    const queries = await executedCommands(context.db, ['transactions'], read, { op: 'query' });
    expect(queries).toHaveLength(CURRENCIES.length);
    for (const { keysExamined, hasSortStage } of queries) {
      expect(keysExamined).toBeLessThanOrEqual(102);
      expect(hasSortStage).toBeUndefined();
    }
    const back = [last];
    for (let page = last.pages?.previous; page !== undefined; page = back.at(-1)?.pages?.previous) {
      back.push(await list(accountId, { page }));
    }
    expect(back.toReversed().flatMap(names)).toEqual(all);
  });

  it('are in delta reports once each, although each sub-account has its own sequences and one is seldom used', async () => {
    const ids = await feedMulti();
    const accountId = ids['XXX'] ?? '';
    const delta = () => list(accountId, { dateFrom: undefined, deltaList: true });
    await put('EUR', ...Array.from({ length: 120 }, (_, sequence) => entry('EUR', 900 + sequence)));
    await put('CHF', entry('CHF', 1, { bookingDate: '2026-05-01' }));
    expect((await delta()).pages?.next).toBeDefined();
    expect(names(await delta())).toEqual([]);
    await put('CHF', entry('CHF', 2, { bookingDate: '2026-05-02' }));
    await put('USD', entry('USD', 1, { bookingDate: '2026-06-03' }));
    await put('EUR', entry('EUR', 2_000));
    expect(names(await delta())).toEqual(['EUR-2000', 'CHF-2', 'USD-1']);
    expect(names(await delta())).toEqual([]);
    // The sub-account has separate reports.
    expect(names(await list(ids['USD'] ?? '', { dateFrom: undefined, deltaList: true }))).toEqual(['USD-1']);
  });

  it('cannot be requested by entryReferenceFrom, which does not apply to the other sub-accounts; the refusal costs no access', async () => {
    const ids = await feedMulti();
    await put('EUR', entry('EUR', 1, { entryReference: 'EUR-1' }));
    const from = { dateFrom: undefined, entryReferenceFrom: 'EUR-1' };
    const refusal = await refusalOf(list(ids['XXX'] ?? '', from));
    expect(refusal).toMatchObject({ situation: 'parameterNotSupported', path: 'entryReferenceFrom' });
    expect(context.consent.uses.map(({ counted }) => counted)).toEqual([false]);
    expect(names(await list(ids['EUR'] ?? '', from))).toEqual([]);
  });

  it('come with the standing orders of all sub-accounts', async () => {
    const ids = await feedMulti();
    for (const currency of ['EUR', 'USD']) {
      const order = {
        transactionAmount: { currency, amount: '-10.00' },
        additionalInformationStructured: {
          standingOrderDetails: { startDate: '2024-01-03', frequency: 'Monthly' as const },
        },
      };
      await context.ask(putStandingOrders, { bankAccountId: `multi-${currency}`, version: 1, standingOrders: [order] });
    }
    const { information = [] } = await list(ids['XXX'] ?? '', { bookingStatus: 'information' });
    expect(information.map(({ transactionAmount }) => transactionAmount.currency)).toEqual(['EUR', 'USD']);
  });
});
