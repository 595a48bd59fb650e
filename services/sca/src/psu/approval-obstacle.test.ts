import { IBAN } from '@xs2a/test-system/data/fixtures';
import { CONTENTS } from '@xs2a/test-system/data/sca-contents';
import { describe, expect, it } from 'vitest';
import type { Authorisation } from '../model/authorisation.ts';
import { approvalObstacle } from './approval-obstacle.ts';
import type { KnownPsu } from './known-psu.ts';

const sms = { authenticationMethodId: 'sms', authenticationType: 'SMS_OTP', name: 'SMS' } as const;
const account = { reference: { iban: IBAN.private }, currency: 'EUR', name: 'Account', signaturesNeeded: 1 };
const ANA: KnownPsu = { known: true, name: 'Ana', scaMethods: [sms], accounts: [account] };

function obstacle(overrides: Partial<Authorisation> = {}, psu: Partial<KnownPsu> = {}, bankHasFactors?: boolean) {
  const authorisation = {
    content: CONTENTS.payment,
    namedPsu: undefined,
    namedCompany: undefined,
    psu: undefined,
    signedBy: [],
    ...overrides,
  };
  return approvalObstacle(authorisation, { ...ANA, ...psu }, 'ana', bankHasFactors);
}

describe('a PSU with the right password cannot approve', () => {
  it('for another PSU that was named, or has signed in', () => {
    expect(obstacle({ namedPsu: { psuId: 'ivo' } })).toBe('otherPsuExpected');
    expect(obstacle({ psu: { psuId: 'ivo', name: 'Ivo' } })).toBe('otherPsuExpected');
    expect(obstacle({ namedPsu: { psuId: 'ana' } })).toBeUndefined();
  });

  it('for a named company that is not its own', () => {
    expect(obstacle({ namedCompany: 'corp-1' })).toBe('otherCompanyExpected');
    expect(obstacle({ namedCompany: 'corp-1' }, { corporateId: 'corp-1' })).toBeUndefined();
  });

  it("what concerns an account that is not the PSU's", () => {
    expect(obstacle({}, { accounts: [] })).toBe('accountsNotOfPsu');
    expect(obstacle({}, { accounts: [{ ...account, reference: { iban: IBAN.multi } }] })).toBe('accountsNotOfPsu');
  });

  it('for a consent that leaves the choice of accounts to a PSU without any', () => {
    const content = { ...CONTENTS.consent, model: 'bankOffered', grants: [] } as Authorisation['content'];
    expect(obstacle({ content }, { accounts: [] })).toBe('accountsNotOfPsu');
    expect(obstacle({ content })).toBeUndefined();
  });

  it('again after it has approved', () => {
    expect(obstacle({ signedBy: ['ana'] })).toBe('signedAlready');
  });
});

it('a PSU without any method gets no obstacle from its accounts: the authorisation fails anyway', () => {
  expect(obstacle({}, { scaMethods: [], accounts: [] })).toBeUndefined();
});

it('a PSU without any method that showed its factors to the bank may approve for its own accounts alone', () => {
  expect(obstacle({}, { scaMethods: [] }, true)).toBeUndefined();
  expect(obstacle({}, { scaMethods: [], accounts: [] }, true)).toBe('accountsNotOfPsu');
});
