import { ACCOUNT_NOT_PROVIDED, type PsuAccount } from '@xs2a/contracts';
import { IBAN } from '@xs2a/test-system/data/fixtures';
import { CONSENT, CONTENTS, TRANSFER } from '@xs2a/test-system/data/sca-contents';
import { describe, expect, it } from 'vitest';
import type { Authorisation } from '../model/authorisation.ts';
import { hasNoEligibleAccount, nameAccounts, toRequestedContent, withChosenAccounts } from './named-accounts.ts';

const account = (iban: string, more: Partial<PsuAccount> = {}): PsuAccount => ({
  reference: { iban },
  currency: 'EUR',
  name: 'Account',
  signaturesNeeded: 1,
  ...more,
});
const ACCOUNTS = [
  account(IBAN.private, { cashAccountType: 'CACC' }),
  account(IBAN.savings, { cashAccountType: 'SVGS' }),
];

type Consent = Extract<Authorisation['content'], { kind: 'consent' }>;
function named(
  overrides: Partial<Consent>,
  scaApproach: Authorisation['scaApproach'] = 'REDIRECT',
  accounts = ACCOUNTS,
) {
  const content = { ...CONSENT, grants: [], ...overrides } as Consent;
  return nameAccounts({ content, contentHash: 'requested', scaApproach }, accounts);
}
const ibansOf = ({ content }: { content: Authorisation['content'] }) =>
  (content as Consent).grants.map((grant) => grant.account.iban);

describe('a consent whose TPP named no accounts', () => {
  it('gets all accounts of the PSU in the global model', () => {
    const result = named({ model: 'allPsd2' });
    expect(ibansOf(result)).toEqual([IBAN.private, IBAN.savings]);
    expect(result.contentHash).not.toBe('requested');
    expect(result.offeredAccounts).toBeUndefined();
  });

  it('offers them to be chosen on the page in the bank-offered model', () => {
    const { offeredAccounts = [], contentHash } = named({ model: 'bankOffered' });
    expect(offeredAccounts.map(({ reference }) => reference.iban)).toEqual([IBAN.private, IBAN.savings]);
    expect(contentHash).toBe('requested');
  });

  it('gets all of them in the bank-offered model if there is no page to choose on', () => {
    expect(ibansOf(named({ model: 'bankOffered' }, 'DECOUPLED'))).toEqual([IBAN.private, IBAN.savings]);
  });

  it('is limited to the types of accounts that it names', () => {
    expect(ibansOf(named({ model: 'allPsd2', restrictedTo: ['SVGS'] }))).toEqual([IBAN.savings]);
    expect(ibansOf(named({ model: 'allPsd2', restrictedTo: ['CARD'] }))).toEqual([]);
  });

  it('counts the sub-accounts of one IBAN as one account', () => {
    const inTwoCurrencies = [account(IBAN.private), account(IBAN.private, { currency: 'USD' })];
    expect(ibansOf(named({ model: 'allPsd2' }, 'REDIRECT', inTwoCurrencies))).toEqual([IBAN.private]);
  });
});

it('content that names its accounts stays as it is', () => {
  for (const content of Object.values(CONTENTS)) {
    const result = nameAccounts({ content, contentHash: 'requested', scaApproach: 'REDIRECT' }, ACCOUNTS);
    expect(result).toEqual({ content, contentHash: 'requested' });
  }
});

describe('the accounts that a PSU chooses', () => {
  const content = { ...CONSENT, model: 'bankOffered', grants: [] } as Consent;
  const { offeredAccounts } = named({ model: 'bankOffered' });
  const offer = { content, offeredAccounts };

  it('are written into the consent', () => {
    expect(ibansOf(withChosenAccounts(offer, ['1']) ?? { content })).toEqual([IBAN.savings]);
  });

  it('need as many signatures as the strictest of them', () => {
    const accounts = [account(IBAN.private), account(IBAN.savings), account(IBAN.savings, { signaturesNeeded: 2 })];
    const strict = { ...named({ model: 'bankOffered' }, 'REDIRECT', accounts.toReversed()), content };
    const needed = (...keys: string[]) => withChosenAccounts(strict, keys)?.signaturesNeeded;
    expect([needed('0'), needed('1'), needed('0', '1')]).toEqual([2, 1, 2]);
  });

  it('do not count if there are none, or one was not offered', () => {
    expect(withChosenAccounts(offer, [])).toBeUndefined();
    expect(withChosenAccounts(offer, ['1', '7'])).toBeUndefined();
  });

  it('are not shown to another visitor of the link', () => {
    const chosen = withChosenAccounts(offer, ['0']);
    expect(toRequestedContent(chosen?.content ?? content)).toEqual(content);
    expect(toRequestedContent(CONSENT)).toEqual(CONSENT);
  });
});

describe('a payment whose TPP named no account', () => {
  const content: Authorisation['content'] = {
    ...TRANSFER,
    debtorAccount: ACCOUNT_NOT_PROVIDED,
    accountChosenByPsu: true,
  };
  const offer = (accounts: PsuAccount[]) =>
    nameAccounts({ content, contentHash: 'requested', scaApproach: 'EMBEDDED' }, accounts);
  const offered = (accounts: PsuAccount[]) => offer(accounts).offeredAccounts?.map(({ reference }) => reference.iban);

  it('lets the PSU choose in every approach, also where no page is shown', () => {
    expect(offered(ACCOUNTS)).toEqual([IBAN.private, IBAN.savings]);
  });

  it.each<[string, Partial<PsuAccount>]>([
    ['in a currency that the product does not have', { currency: 'USD' }],
    ['without an IBAN', { reference: { maskedPan: '453200******0017' } }],
    ['from which the bank lets the PSU pay nothing', { mayPay: false }],
  ])('offers no account %s', (_why, more) => {
    expect(offered([...ACCOUNTS, account(IBAN.corporate, more)])).toEqual([IBAN.private, IBAN.savings]);
  });

  it('is from the only account that may pay, without a choice', () => {
    const only = offer([account(IBAN.private), account(IBAN.savings, { mayPay: false })]);
    expect(only).toMatchObject({ content: { debtorAccount: { iban: IBAN.private } } });
    expect(only.offeredAccounts).toBeUndefined();
  });

  it('cannot be approved by a PSU without an account that may pay', () => {
    expect([
      hasNoEligibleAccount(content, ACCOUNTS),
      hasNoEligibleAccount(content, [account(IBAN.private, { mayPay: false })]),
    ]).toEqual([false, true]);
  });

  it('is from one account: several chosen ones do not count', () => {
    const { offeredAccounts } = offer(ACCOUNTS);
    expect(withChosenAccounts({ content, offeredAccounts }, ['0', '1'])).toBeUndefined();
    const chosen = withChosenAccounts({ content, offeredAccounts }, ['1']);
    expect(chosen).toMatchObject({
      content: { debtorAccount: { iban: IBAN.savings } },
      accountNames: { [IBAN.savings]: 'Account' },
    });
    expect(toRequestedContent(chosen?.content ?? content)).toEqual(content);
  });
});
