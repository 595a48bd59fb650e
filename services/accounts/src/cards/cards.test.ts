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

function granted(account: AccountReference, rights = ALL): void {
  context.consent.grants = [{ account, rights }];
}

async function cardOf(): Promise<string> {
  granted({ maskedPan: MASKED });
  const accountId = await feed(context, CARD, [
    fedEntry({ card: PURCHASE, remittanceInformationUnstructured: 'Restoran Ribar' }),
    fedPending({ bankReference: 'reserved', sequence: 2 }),
  ]);
  await context.ask(putBalances, { bankAccountId: 'card', version: 1, balances: BALANCES });
  return accountId;
}

describe('the list of card accounts', () => {
  it('names the cards that the consent covers, masked, with limit, sign convention and rights, and with balances even if not requested', async () => {
    const resourceId = await cardOf();
    await feed(context);
    const { cardAccounts } = await context.ask(listCardAccounts, { ...READING, withBalance: false });
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
    expect(await context.ask(listAccounts, { ...READING, withBalance: false })).toEqual({ accounts: [] });
    expect(context.consent.uses.map(({ kind }) => kind)).toEqual(['cardList', 'list']);
  });

  it('has no balances if they are not granted, requested or not', async () => {
    await cardOf();
    granted({ maskedPan: MASKED }, ['accounts' as const] as typeof ALL);
    for (const withBalance of [false, true]) {
      const [listed] = (await context.ask(listCardAccounts, { ...READING, withBalance })).cardAccounts;
      expect(listed?.cardAccount).not.toHaveProperty('balances');
    }
  });

  it('is empty if the consent covers payment accounts alone, or a card of another PSU', async () => {
    await feed(context, { ...CARD, owners: ['psu-ivo'] });
    await feed(context);
    expect(await context.ask(listCardAccounts, { ...READING, withBalance: false })).toEqual({ cardAccounts: [] });
    granted({ maskedPan: MASKED });
    expect(await context.ask(listCardAccounts, { ...READING, withBalance: false })).toEqual({ cardAccounts: [] });
  });

  it.each([
    ['by its full number', { pan: PAN }],
    ['masked', { maskedPan: MASKED }],
    ['masked with another letter', { maskedPan: '453200xxxxxx0017' }],
    ['masked, in its currency', { maskedPan: MASKED, currency: 'EUR' }],
  ])('finds a card that the consent names %s, and never answers the number', async (_, reference) => {
    await cardOf();
    granted(reference);
    const listed = await context.ask(listCardAccounts, { ...READING, withBalance: false });
    expect(listed.cardAccounts.map(({ cardAccount }) => cardAccount.maskedPan)).toEqual([MASKED]);
    expect(JSON.stringify(listed)).not.toContain(PAN);
  });

  it('omits a card with a number or currency other than the consent names', async () => {
    await cardOf();
    for (const reference of [{ maskedPan: '453200******0018' }, { maskedPan: MASKED, currency: 'USD' }]) {
      granted(reference);
      expect(await context.ask(listCardAccounts, { ...READING, withBalance: false })).toEqual({ cardAccounts: [] });
    }
  });
});

describe('one card account', () => {
  it('is read with its balances if granted', async () => {
    const accountId = await cardOf();
    const { cardAccount } = await context.ask(readCardAccount, { ...READING, accountId, withBalance: false });
    expect(cardAccount).toMatchObject({ resourceId: accountId, maskedPan: MASKED, balances: BALANCES });
    expect(await context.ask(readCardBalances, { ...READING, accountId })).toEqual({
      cardAccount: { maskedPan: MASKED },
      debitAccounting: false,
      balances: BALANCES,
    });
    granted({ maskedPan: MASKED }, ['accounts' as const] as typeof ALL);
    expect((await refusalOf(context.ask(readCardBalances, { ...READING, accountId }))).situation).toBe(
      'consentLacksRight',
    );
  });

  it('is not found as a payment account, nor a payment account as a card', async () => {
    const cardId = await cardOf();
    const accountId = await feed(context);
    context.consent.grants.push({ account: { iban: CURRENT }, rights: ALL });
    const reads = [
      context.ask(readBalances, { ...READING, accountId: cardId }),
      context.ask(readCardBalances, { ...READING, accountId }),
    ];
    for (const read of reads) expect((await refusalOf(read)).situation).toBe('accountUnknown');
  });
});

describe('the entries of a card', () => {
  it('have the fields for cards, booked and pending separately', async () => {
    const accountId = await cardOf();
    const amount = { currency: 'EUR', amount: '-1.00' };
    expect(await context.ask(listCardTransactions, { ...READING, accountId, ...QUERY })).toEqual({
      cardAccount: { maskedPan: MASKED },
      debitAccounting: false,
      booked: [
        {
          cardTransactionId: expect.stringMatching(/^[0-9a-f]{32}$/),
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

  it('are found after one of them by its id, also with the hyphens of earlier responses', async () => {
    const accountId = await cardOf();
    const stored = await context.db.collection('transactions').findOne({ bankReference: 'entry-1' });
    for (const entryReferenceFrom of [String(stored?._id), String(stored?._id).replaceAll('-', '')]) {
      const delta = { ...READING, accountId, bookingStatus: 'both' as const, withBalance: false, entryReferenceFrom };
      const { booked, pending } = await context.ask(listCardTransactions, delta);
      expect([booked?.length, pending?.length]).toEqual([0, 1]);
    }
  });

  it("have the bank's rate and code", async () => {
    granted({ maskedPan: MASKED });
    const rate = {
      sourceCurrency: 'USD',
      exchangeRate: '1.0842',
      unitCurrency: 'EUR',
      targetCurrency: 'EUR',
      quotationDate: '2026-06-09',
    };
    const card = { currencyExchange: [rate], proprietaryBankTransactionCode: 'KARTICA' };
    const accountId = await feed(context, CARD, [fedEntry({ card })]);
    const { booked } = await context.ask(listCardTransactions, { ...READING, accountId, ...QUERY });
    expect(booked).toEqual([expect.objectContaining(card)]);
  });

  it.each(['information', 'all'] as const)('have no standing orders: %s is not supported', async (bookingStatus) => {
    const accountId = await cardOf();
    const refusal = await refusalOf(
      context.ask(listCardTransactions, { ...READING, accountId, ...QUERY, bookingStatus }),
    );
    expect(refusal).toMatchObject({ situation: 'parameterNotSupported', path: 'bookingStatus' });
    expect(context.consent.uses).toEqual([]);
  });

  it('come in pages like those of a payment account', async () => {
    granted({ maskedPan: MASKED });
    const entries = Array.from({ length: 130 }, (_, sequence) =>
      fedEntry({ bankReference: `e-${sequence}`, sequence }),
    );
    const accountId = await feed(context, CARD, entries);
    const first = await context.ask(listCardTransactions, { ...READING, accountId, ...QUERY });
    const page = first.pages?.next;
    const second = await context.ask(listCardTransactions, { ...READING, accountId, ...QUERY, page });
    expect([first.booked?.length, second.booked?.length]).toEqual([100, 30]);
  });
});
