import {
  listAccounts,
  listCardAccounts,
  listTransactions,
  readAccount,
  readTrustedBeneficiaries,
  reportTransactions,
} from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import {
  CURRENT,
  contextOfFile,
  fedAccount,
  fedEntry,
  feed,
  READING,
  type TestContext,
} from '../../test/test-context.ts';
import { mayReadOwnerName } from '../access/owner-name.ts';

const context = contextOfFile();

const DESCRIBED = fedAccount({
  name: 'Tekući račun',
  displayName: 'Kućni budžet',
  product: 'Račun',
  bic: 'DEMOHR2X',
  ownerName: 'Ana Horvat',
  linkedAccounts: '453200******0017',
  details: 'Bez naknade',
  msisdn: '+385915550117',
});
const MASKED = '453200******0017';
const CARD = fedAccount({
  bankAccountId: 'card',
  reference: { maskedPan: MASKED },
  cashAccountType: 'CARD',
  displayName: 'Putovanja',
  ownerName: 'Ana Horvat',
  details: 'Naplata mjesečno',
  creditLimit: { currency: 'EUR', amount: '2000.00' },
});

type Grants = TestContext['consent']['grants'];
const granted = (rights: Grants[number]['rights'], ownerName?: true): Grants => [
  { account: { iban: CURRENT }, rights, ...(ownerName && { ownerName }) },
  { account: { maskedPan: MASKED }, rights, ...(ownerName && { ownerName }) },
];

async function listed() {
  const asked = { ...READING, withBalance: false };
  const [account] = (await context.ask(listAccounts, asked)).accounts;
  const [card] = (await context.ask(listCardAccounts, asked)).cardAccounts;
  return { account: account?.account, card: card?.cardAccount };
}

async function described(): Promise<string> {
  await feed(context, CARD);
  return feed(context, DESCRIBED, [fedEntry()]);
}

describe('the description of an account', () => {
  it('is returned with the right to the account, except its owner', async () => {
    const accountId = await described();
    context.consent.grants = granted(['accounts']);
    const { ownerName: _, bankAccountId: __, owners: ___, reference: ____, ...fields } = DESCRIBED;
    const expected = { resourceId: accountId, iban: CURRENT, ...fields };
    expect((await listed()).account).toEqual(expected);
    const { account } = await context.ask(readAccount, { ...READING, accountId, withBalance: false });
    expect(account).toEqual(expected);
    const { card } = await listed();
    expect(card).toMatchObject({
      displayName: 'Putovanja',
      details: 'Naplata mjesečno',
      creditLimit: CARD.creditLimit,
    });
    expect(card).not.toHaveProperty('ownerName');
  });

  it('is omitted from a list of available accounts, which only identifies them', async () => {
    await described();
    context.consent.grants = granted([]);
    const { account, card } = await listed();
    expect(account).toMatchObject({ displayName: 'Kućni budžet', bic: 'DEMOHR2X' });
    for (const hidden of ['details', 'linkedAccounts', 'msisdn', 'ownerName', 'creditLimit']) {
      expect(account).not.toHaveProperty(hidden);
      expect(card).not.toHaveProperty(hidden);
    }
  });
});

describe('the name of the owner', () => {
  it('is returned if the PSU approved it: in lists, details and reports', async () => {
    const accountId = await described();
    context.consent.grants = granted(['accounts', 'transactions'], true);
    const { account, card } = await listed();
    expect([account?.ownerName, card?.ownerName]).toEqual(['Ana Horvat', 'Ana Horvat']);
    const read = await context.ask(readAccount, { ...READING, accountId, withBalance: false });
    expect(read.account.ownerName).toBe('Ana Horvat');
    const report = {
      ...READING,
      accountId,
      bookingStatus: 'booked',
      dateFrom: '2026-06-01',
      message: 'camt.052',
    } as const;
    expect((await context.ask(reportTransactions, report)).xml).toContain('<Ownr><Nm>Ana Horvat</Nm></Ownr>');
    context.consent.grants = granted(['accounts', 'transactions']);
    const { xml } = await context.ask(reportTransactions, report);
    expect(xml).toContain('<BICFI>DEMOHR2X</BICFI>');
    expect(xml).not.toContain('Ana Horvat');
  });

  it.each([
    ['never', [false, false]],
    ['consented', [true, false]],
    ['always', [true, true]],
  ] as const)('is answered by the profile: %s', (ownerNames, expected) => {
    const details = { ...DESCRIBED, kind: 'account' as const };
    const may = (ownerName?: true) =>
      mayReadOwnerName({ profile: { ownerNames } }, { details }, granted([], ownerName));
    expect([may(true), may()]).toEqual(expected);
  });
});

describe('the balance after an entry', () => {
  it('requires the right to balances', async () => {
    const balanceAfterTransaction = {
      balanceType: 'interimBooked' as const,
      balanceAmount: { currency: 'EUR', amount: '10.00' },
    };
    const accountId = await feed(context, fedAccount(), [fedEntry({ balanceAfterTransaction })]);
    const query = { bookingStatus: 'booked', dateFrom: '2026-06-01', withBalance: false } as const;
    const list = async () => (await context.ask(listTransactions, { ...READING, accountId, ...query })).booked;
    expect(await list()).toEqual([expect.objectContaining({ balanceAfterTransaction })]);
    context.consent.grants = [{ account: { iban: CURRENT }, rights: ['accounts', 'transactions'] }];
    expect((await list())?.[0]).not.toHaveProperty('balanceAfterTransaction');
  });
});

describe('a trusted beneficiary', () => {
  it('is returned with a masked card number, even if an earlier version stored it in clear', async () => {
    const trusted = { trustedBeneficiaryId: 'T-1', creditorName: 'Ana' };
    const accountId = await feed(context);
    const stored = [{ ...trusted, creditorAccount: { pan: '4532000000000017' } }];
    await context.db.collection('accounts').updateOne({}, { $set: { 'details.trustedBeneficiaries': stored } });
    context.consent.grants = granted(['trustedBeneficiaries']);
    expect(await context.ask(readTrustedBeneficiaries, { ...READING, accountId })).toEqual({
      trustedBeneficiaries: [{ ...trusted, creditorAccount: { maskedPan: MASKED }, debtorAccount: { iban: CURRENT } }],
    });
  });
});
