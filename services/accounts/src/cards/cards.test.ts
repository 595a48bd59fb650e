import {
  type AccountReference,
  listAccounts,
  listCardAccounts,
  listCardTransactions,
  putBalances,
  readBalances,
  readCardAccount,
  readCardBalances,
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
  READING,
  refusalOf,
} from '../../test/test-context.ts';

const PAN = '4532000000000017';
const MASKED = '453200******0017';
const ALL = ['accounts' as const, 'balances' as const, 'transactions' as const];
const CARD = fedAccount({
  bankAccountId: 'card',
  reference: { pan: PAN },
  cashAccountType: 'CARD',
  name: 'Kartica',
  debitAccounting: false,
  creditLimit: { currency: 'EUR', amount: '2000.00' },
});
const BALANCES = [{ balanceType: 'nonInvoiced' as const, balanceAmount: { currency: 'EUR', amount: '-12.00' } }];
const PURCHASE = {
  transactionDate: '2026-06-08',
  merchantCategoryCode: '5812',
  cardAcceptorAddress: { townName: 'ZADAR', country: 'HR' },
};
const QUERY = { bookingStatus: 'both' as const, dateFrom: '2026-06-01', withBalance: false };

function granted(at: AccountsAtWork, account: AccountReference, rights = ALL): void {
  at.consent.grants = [{ account, rights }];
}

async function cardOf(at: AccountsAtWork): Promise<string> {
  granted(at, { maskedPan: MASKED });
  const accountId = await feed(at, CARD, [
    fedEntry({ card: PURCHASE, remittanceInformationUnstructured: 'Restoran Ribar' }),
    fedPending({ bankReference: 'reserved', sequence: 2 }),
  ]);
  await at.ask(putBalances, { bankAccountId: 'card', version: 1, balances: BALANCES });
  return accountId;
}

describe('the list of card accounts', () => {
  it('names the cards that the consent covers, masked, with limit, sign convention and rights', async () => {
    await using at = await accountsAtWork();
    const resourceId = await cardOf(at);
    await feed(at);
    const { cardAccounts } = await at.ask(listCardAccounts, { ...READING, withBalance: true });
    expect(cardAccounts).toEqual([
      {
        cardAccount: {
          resourceId,
          maskedPan: MASKED,
          currency: 'EUR',
          name: 'Kartica',
          debitAccounting: false,
          status: 'enabled',
          creditLimit: { currency: 'EUR', amount: '2000.00' },
          balances: BALANCES,
        },
        mayReadBalances: true,
        mayReadTransactions: true,
      },
    ]);
    expect(await at.ask(listAccounts, { ...READING, withBalance: false })).toEqual({ accounts: [] });
    expect(at.consent.uses.map(({ kind }) => kind)).toEqual(['cardList', 'list']);
  });

  it('is empty where the consent covers payment accounts alone, or a card of another PSU', async () => {
    await using at = await accountsAtWork();
    await feed(at, { ...CARD, owners: ['psu-ivo'] });
    await feed(at);
    expect(await at.ask(listCardAccounts, { ...READING, withBalance: false })).toEqual({ cardAccounts: [] });
    granted(at, { maskedPan: MASKED });
    expect(await at.ask(listCardAccounts, { ...READING, withBalance: false })).toEqual({ cardAccounts: [] });
  });

  it.each([
    ['by its full number', { pan: PAN }],
    ['masked', { maskedPan: MASKED }],
    ['masked with another letter', { maskedPan: '453200xxxxxx0017' }],
    ['masked, in its currency', { maskedPan: MASKED, currency: 'EUR' }],
  ])('finds a card that the consent names %s, and never answers the number', async (_, reference) => {
    await using at = await accountsAtWork();
    await cardOf(at);
    granted(at, reference);
    const listed = await at.ask(listCardAccounts, { ...READING, withBalance: false });
    expect(listed.cardAccounts.map(({ cardAccount }) => cardAccount.maskedPan)).toEqual([MASKED]);
    expect(JSON.stringify(listed)).not.toContain(PAN);
  });

  it('leaves out a card with another number, or in another currency than the consent names', async () => {
    await using at = await accountsAtWork();
    await cardOf(at);
    for (const reference of [{ maskedPan: '453200******0018' }, { maskedPan: MASKED, currency: 'USD' }]) {
      granted(at, reference);
      expect(await at.ask(listCardAccounts, { ...READING, withBalance: false })).toEqual({ cardAccounts: [] });
    }
  });
});

describe('one card account', () => {
  it('is read with its balances where granted', async () => {
    await using at = await accountsAtWork();
    const accountId = await cardOf(at);
    const { cardAccount } = await at.ask(readCardAccount, { ...READING, accountId, withBalance: true });
    expect(cardAccount).toMatchObject({ resourceId: accountId, maskedPan: MASKED, balances: BALANCES });
    expect(await at.ask(readCardBalances, { ...READING, accountId })).toEqual({
      cardAccount: { maskedPan: MASKED },
      debitAccounting: false,
      balances: BALANCES,
    });
    granted(at, { maskedPan: MASKED }, ['accounts' as const] as typeof ALL);
    expect((await refusalOf(at.ask(readCardBalances, { ...READING, accountId }))).situation).toBe('consentLacksRight');
  });

  it('is no payment account, and a payment account is no card', async () => {
    await using at = await accountsAtWork();
    const cardId = await cardOf(at);
    const accountId = await feed(at);
    at.consent.grants.push({ account: { iban: CURRENT }, rights: ALL });
    const reads = [
      at.ask(readBalances, { ...READING, accountId: cardId }),
      at.ask(readCardBalances, { ...READING, accountId }),
    ];
    for (const read of reads) expect((await refusalOf(read)).situation).toBe('accountUnknown');
  });
});

describe('the entries of a card', () => {
  it('are told in the words for cards, booked and pending apart', async () => {
    await using at = await accountsAtWork();
    const accountId = await cardOf(at);
    const amount = { currency: 'EUR', amount: '-1.00' };
    expect(await at.ask(listCardTransactions, { ...READING, accountId, ...QUERY })).toEqual({
      cardAccount: { maskedPan: MASKED },
      debitAccounting: false,
      booked: [
        {
          cardTransactionId: expect.any(String),
          bookingDate: '2026-06-10',
          transactionAmount: amount,
          maskedPAN: MASKED,
          transactionDetails: 'Restoran Ribar',
          ...PURCHASE,
        },
      ],
      pending: [{ cardTransactionId: expect.any(String), transactionAmount: amount, maskedPAN: MASKED }],
    });
  });

  it.each(['information', 'all'] as const)('know no standing orders: %s is not supported', async (bookingStatus) => {
    await using at = await accountsAtWork();
    const accountId = await cardOf(at);
    const refusal = await refusalOf(at.ask(listCardTransactions, { ...READING, accountId, ...QUERY, bookingStatus }));
    expect(refusal).toMatchObject({ situation: 'parameterNotSupported', path: 'bookingStatus' });
    expect(at.consent.uses).toEqual([]);
  });

  it('come in pages like those of a payment account', async () => {
    await using at = await accountsAtWork();
    granted(at, { maskedPan: MASKED });
    const entries = Array.from({ length: 130 }, (_, sequence) =>
      fedEntry({ bankReference: `e-${sequence}`, sequence }),
    );
    const accountId = await feed(at, CARD, entries);
    const first = await at.ask(listCardTransactions, { ...READING, accountId, ...QUERY });
    const page = first.pages?.next;
    const second = await at.ask(listCardTransactions, { ...READING, accountId, ...QUERY, page });
    expect([first.booked?.length, second.booked?.length]).toEqual([100, 30]);
  });
});
