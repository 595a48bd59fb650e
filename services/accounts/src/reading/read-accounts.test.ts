import { BalanceType, listAccounts, putAccounts, putBalances, readAccount, readBalances } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import {
  CURRENT,
  contextOfFile,
  FOREIGN,
  fedAccount,
  feed,
  listedIds,
  READING,
  refusalOf,
  SAVINGS,
} from '../../test/test-context.ts';

const context = contextOfFile();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const SAVINGS_ACCOUNT = fedAccount({ bankAccountId: 'savings', reference: { iban: SAVINGS }, cashAccountType: 'SVGS' });
const BALANCES = [
  {
    balanceType: 'closingBooked' as const,
    balanceAmount: { currency: 'EUR', amount: '0.10' },
    referenceDate: '2026-06-14',
  },
  {
    balanceType: 'interimAvailable' as const,
    balanceAmount: { currency: 'EUR', amount: '-12345678901234.56' },
    creditLimitIncluded: true,
    lastChangeDateTime: '2026-06-15T08:00:00Z',
  },
];
const CURRENT_BALANCES = { bankAccountId: 'current', version: 1, balances: BALANCES };

describe('the account list', () => {
  it('shows the accounts that the consent covers, with the rights on each', async () => {
    await context.ask(putAccounts, {
      accounts: [SAVINGS_ACCOUNT, fedAccount({ name: 'Tekući', product: 'Račun', usage: 'PRIV' })],
    });
    context.consent.grants = [
      { account: { iban: CURRENT }, rights: ['accounts', 'balances'] },
      { account: { iban: SAVINGS, currency: 'EUR' }, rights: ['accounts', 'transactions'] },
      { account: { iban: SAVINGS }, rights: ['accounts'] },
    ];
    const { accounts } = await context.ask(listAccounts, { ...READING, withBalance: false });
    expect(accounts).toEqual([
      {
        account: {
          resourceId: expect.stringMatching(UUID),
          iban: CURRENT,
          currency: 'EUR',
          name: 'Tekući',
          product: 'Račun',
          cashAccountType: 'CACC',
          status: 'enabled',
          usage: 'PRIV',
        },
        mayReadBalances: true,
        mayReadTransactions: false,
      },
      {
        account: expect.objectContaining({ iban: SAVINGS, cashAccountType: 'SVGS' }),
        mayReadBalances: false,
        mayReadTransactions: true,
      },
    ]);
    expect(context.consent.uses).toEqual([{ ...READING, kind: 'list', counted: true }]);
  });

  it('omits an account of the PSU that is not in the consent', async () => {
    const current = await feed(context);
    await feed(context, SAVINGS_ACCOUNT);
    expect(await listedIds(context)).toEqual([current]);
  });

  it('omits an account of another PSU, even if the consent names it', async () => {
    await feed(context, fedAccount({ bankAccountId: 'foreign', reference: { iban: FOREIGN }, owners: ['psu-ivo'] }));
    context.consent.grants = [{ account: { iban: FOREIGN }, rights: ['accounts'] }];
    expect(await listedIds(context)).toEqual([]);
  });

  it('shows a joint account to each of its owners', async () => {
    const joint = await feed(context, fedAccount({ owners: ['psu-ivo', 'psu-ana'] }));
    expect(await listedIds(context)).toEqual([joint]);
    context.consent.psuId = 'psu-ivo';
    expect(await listedIds(context)).toEqual([joint]);
  });

  it('never shows a card account, even if the consent covers it', async () => {
    const card = await feed(
      context,
      fedAccount({ reference: { maskedPan: '525412******3241' }, cashAccountType: 'CARD' }),
    );
    context.consent.grants = [{ account: { maskedPan: '525412******3241' }, rights: ['accounts'] }];
    expect(await listedIds(context)).toEqual([]);
    const refusal = await refusalOf(context.ask(readAccount, { ...READING, accountId: card, withBalance: false }));
    expect(refusal.situation).toBe('accountUnknown');
  });

  it('includes balances if they are requested and granted, and omits them otherwise', async () => {
    await feed(context);
    await context.ask(putBalances, CURRENT_BALANCES);
    const balancesOf = async (withBalance: boolean): Promise<unknown> =>
      (await context.ask(listAccounts, { ...READING, withBalance })).accounts[0]?.account.balances;
    expect(await balancesOf(true)).toEqual(BALANCES);
    expect(await balancesOf(false)).toBeUndefined();
    context.consent.grants = [{ account: { iban: CURRENT }, rights: ['accounts', 'transactions'] }];
    expect(await balancesOf(true)).toBeUndefined();
  });

  it('is refused with the reason of the consent', async () => {
    context.consent.refusal = 'consentExpired';
    expect((await refusalOf(listedIds(context))).situation).toBe('consentExpired');
  });

  it('is temporarily unavailable while the consent service is down', async () => {
    await feed(context);
    await context.stopConsent();
    expect((await refusalOf(listedIds(context))).situation).toBe('serviceUnavailable');
  });
});

describe('one account', () => {
  it('is read by its resourceId, with its rights and, if requested and granted, its balances', async () => {
    const accountId = await feed(context);
    await context.ask(putBalances, CURRENT_BALANCES);
    const read = { ...READING, psuPresent: true, accountId };
    const { account, ...rights } = await context.ask(readAccount, { ...read, withBalance: true });
    expect(account).toMatchObject({ resourceId: accountId, iban: CURRENT, balances: BALANCES });
    expect(rights).toEqual({ mayReadBalances: true, mayReadTransactions: true });
    expect((await context.ask(readAccount, { ...read, withBalance: false })).account).not.toHaveProperty('balances');
    context.consent.grants = [{ account: { iban: CURRENT }, rights: ['accounts'] }];
    expect(await context.ask(readAccount, { ...read, withBalance: true })).toEqual({
      account: expect.not.objectContaining({ balances: expect.anything() }),
      mayReadBalances: false,
      mayReadTransactions: false,
    });
    expect(context.consent.uses[0]).toEqual({
      ...READING,
      psuPresent: true,
      kind: 'details',
      counted: true,
      account: { resourceId: accountId, reference: { iban: CURRENT, currency: 'EUR' }, owners: ['psu-ana'] },
    });
  });

  it('is unknown if it does not exist, is not in the consent, or belongs to another PSU', async () => {
    const savings = await feed(context, SAVINGS_ACCOUNT);
    const foreign = await feed(
      context,
      fedAccount({ bankAccountId: 'foreign', reference: { iban: FOREIGN }, owners: ['psu-ivo'] }),
    );
    context.consent.grants.push({ account: { iban: FOREIGN }, rights: ['accounts', 'balances', 'transactions'] });
    for (const accountId of ['no-such-id', savings, foreign]) {
      const refusal = await refusalOf(context.ask(readBalances, { ...READING, accountId }));
      expect(refusal).toMatchObject({ situation: 'accountUnknown' });
    }
  });

  it('is refused for the consent first if it does not exist', async () => {
    context.consent.refusal = 'consentNotUsable';
    const refusal = await refusalOf(context.ask(readBalances, { ...READING, accountId: 'no-such-id' }));
    expect(refusal.situation).toBe('consentNotUsable');
    expect(context.consent.uses).toEqual([{ ...READING, kind: 'balances', counted: true }]);
  });

  it('that is closed stays readable with its status', async () => {
    const accountId = await feed(context, fedAccount({ status: 'deleted' }));
    const { account } = await context.ask(readAccount, { ...READING, accountId, withBalance: false });
    expect(account.status).toBe('deleted');
  });
});

describe('balances', () => {
  it('are of every type of the standard, each with every field that the bank sent', async () => {
    const accountId = await feed(context);
    const balances = BalanceType.options.map((balanceType, index) => ({
      balanceType,
      balanceAmount: { currency: 'EUR', amount: `${index}.00` },
      creditLimitIncluded: index % 2 === 0,
      referenceDate: '2026-06-14',
      lastCommittedTransaction: 'entry-1',
    }));
    await context.ask(putBalances, { bankAccountId: 'current', version: 1, balances });
    expect((await context.ask(readBalances, { ...READING, accountId })).balances).toEqual(balances);
  });

  it('that are missing or invalid for one account leave those of the others unchanged', async () => {
    await context.ask(putAccounts, { accounts: [fedAccount(), SAVINGS_ACCOUNT] });
    context.consent.grants.push({ account: { iban: SAVINGS }, rights: ['accounts', 'balances'] });
    const unreadable = [{ ...BALANCES[0], balanceAmount: { currency: 'EUR', amount: '1,00' } }];
    const refused = context.ask(putBalances, { bankAccountId: 'savings', version: 1, balances: unreadable as never });
    expect((await refusalOf(refused)).situation).toBe('fieldInvalid');
    await context.ask(putBalances, CURRENT_BALANCES);
    const { accounts } = await context.ask(listAccounts, { ...READING, withBalance: true });
    expect(accounts.map(({ account }) => account.balances)).toEqual([BALANCES, []]);
  });

  it('are refused without the right', async () => {
    const accountId = await feed(context);
    context.consent.grants = [{ account: { iban: CURRENT }, rights: ['accounts', 'transactions'] }];
    const refusal = await refusalOf(context.ask(readBalances, { ...READING, accountId }));
    expect(refusal.situation).toBe('consentLacksRight');
  });
});
