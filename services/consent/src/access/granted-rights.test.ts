import {
  AccessKind,
  type AccessRight,
  type AccountReference,
  type Grant,
  refersTo,
  type Xs2aError,
} from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import { effectiveGrants, rightsToRead } from './granted-rights.ts';

const IBAN = 'HR1210010051863000160';
const ALL: AccessRight[] = ['accounts', 'balances', 'transactions'];
const reference = (currency: string) => ({ iban: IBAN, currency });
const use = (kind: AccessKind, account?: AccountReference) => ({
  kind,
  ...(account && { account: { resourceId: 'a', reference: account } }),
});

function refusal(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    return (error as Xs2aError).situation;
  }
}

describe('the grants in replies of consent', () => {
  it('give a sub-account its own rights and those of the IBAN without a currency, by the first grant that refers to it', () => {
    const asked: Grant[] = [
      { account: { iban: IBAN }, rights: ['accounts'] },
      { account: reference('USD'), rights: ['accounts', 'transactions'] },
    ];
    const grants = effectiveGrants(asked);
    const rightsOn = (currency: string) =>
      grants.find(({ account }) => refersTo(account, reference(currency)))?.rights.toSorted();
    expect(rightsOn('USD')).toEqual(['accounts', 'transactions']);
    expect(rightsOn('EUR')).toEqual(['accounts']);
    expect(effectiveGrants(asked.toReversed())).toEqual(
      expect.arrayContaining(grants.map((grant) => ({ ...grant, rights: expect.arrayContaining(grant.rights) }))),
    );
  });

  it('join the rights of two grants that name the same account', () => {
    const card = (maskedPan: string, rights: AccessRight[]): Grant => ({ account: { maskedPan }, rights });
    const [first] = effectiveGrants([
      card('525412******3241', ['accounts', 'balances']),
      card('525412xxxxxx3241', ['accounts', 'transactions']),
    ]);
    expect(first?.rights.toSorted()).toEqual(ALL);
  });

  it('keep the right to balances in lists, which gives no right to one account', () => {
    const grants = effectiveGrants([{ account: { iban: IBAN }, rights: ['balancesInList'] }]);
    expect(grants).toEqual([{ account: { iban: IBAN }, rights: ['balancesInList'] }]);
    expect(refusal(() => rightsToRead(grants, use('balances', reference('EUR'))))).toBe('consentLacksRight');
  });
});

describe('a read of one account', () => {
  const NEEDED = {
    details: 'accounts',
    balances: 'balances',
    transactions: 'transactions',
    transactionDetails: 'transactions',
    trustedBeneficiaries: 'trustedBeneficiaries',
  } as const;
  const ofOneAccount = AccessKind.options.filter((kind) => kind !== 'list' && kind !== 'cardList');

  it.each(ofOneAccount)('%s requires its right, and no other one suffices', (kind) => {
    const granted = (rights: AccessRight[]) => effectiveGrants([{ account: { iban: IBAN }, rights }]);
    expect(rightsToRead(granted([NEEDED[kind]]), use(kind, reference('EUR')))).toEqual([NEEDED[kind]]);
    const others = ALL.filter((right) => right !== NEEDED[kind]);
    expect(refusal(() => rightsToRead(granted([...others, 'balancesInList']), use(kind, reference('EUR'))))).toBe(
      'consentLacksRight',
    );
  });

  it.each(ofOneAccount)('%s of an account that is not granted is refused like that of an unknown one', (kind) => {
    const grants = effectiveGrants([{ account: reference('EUR'), rights: ALL }]);
    for (const account of [reference('USD'), { iban: 'HR1723600001101234565', currency: 'EUR' }, undefined]) {
      expect(refusal(() => rightsToRead(grants, use(kind, account)))).toBe('accountUnknown');
    }
  });
});

describe('a list', () => {
  it.each(['list', 'cardList'] as const)(
    '%s is read with any grant, and has the rights of each account in its grant',
    (kind) => {
      expect(rightsToRead(effectiveGrants([{ account: { iban: IBAN }, rights: [] }]), use(kind))).toEqual([]);
    },
  );
});

describe('a read of all accounts with a right', () => {
  const every = { kind: 'trustedBeneficiaries', ofEveryAccount: true } as const;
  const other: Grant = { account: { iban: 'HR1723600001101234565' }, rights: ['accounts', 'trustedBeneficiaries'] };

  it('requires one account that has it, and is refused if none has', () => {
    const lacking: Grant = { account: { iban: IBAN }, rights: ALL };
    expect(rightsToRead(effectiveGrants([lacking, other]), every)).toEqual([]);
    expect(refusal(() => rightsToRead(effectiveGrants([lacking]), every))).toBe('consentLacksRight');
  });

  it('differs from a read of an unknown account', () => {
    expect(refusal(() => rightsToRead(effectiveGrants([other]), use('trustedBeneficiaries')))).toBe('accountUnknown');
  });
});
