import { describe, expect, it } from 'vitest';
import { FundsConfirmationRequest, FundsConsentRequest, PeriodicPayment, SinglePayment } from '../../index.ts';

const IBAN = 'HR9899900051200000018';
const instructedAmount = { currency: 'EUR', amount: '1.00' };
const transfer = { instructedAmount, creditorName: 'Ana', creditorAccount: { iban: 'HR1210010051863000160' } };
const standing = { ...transfer, startDate: '2027-01-01', frequency: 'Monthly' };

describe('XXX denotes a multicurrency account, to which nothing can be booked (decision 55)', () => {
  it.each([
    [
      'a payment',
      'debtorAccount.currency',
      (account: object) => SinglePayment.safeParse({ ...transfer, debtorAccount: account }),
    ],
    [
      'a standing order',
      'debtorAccount.currency',
      (account: object) => PeriodicPayment.safeParse({ ...standing, debtorAccount: account }),
    ],
    [
      'a funds question',
      'account.currency',
      (account: object) => FundsConfirmationRequest.safeParse({ account, instructedAmount }),
    ],
    ['a funds consent', 'account.currency', (account: object) => FundsConsentRequest.safeParse({ account })],
    [
      "a funds consent in the interface's form",
      'access.balances.0.currency',
      (account: object) => FundsConsentRequest.safeParse({ access: { balances: [account] } }),
    ],
  ] as const)('%s is refused, naming %s', (_, path, parse) => {
    const refused = parse({ iban: IBAN, currency: 'XXX' });
    expect(refused.error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
    for (const account of [{ iban: IBAN, currency: 'USD' }, { iban: IBAN }]) expect(parse(account).success).toBe(true);
  });
});
