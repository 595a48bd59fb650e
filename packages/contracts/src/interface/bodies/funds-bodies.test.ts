import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { FundsConfirmationRequest, FundsConsentRequest, fundsAccountsOf, toXs2aError } from '../../index.ts';

/** Path and text of the error for a body; undefined if it is accepted. */
function refusal(schema: z.ZodType, body: unknown): string | undefined {
  const parsed = schema.safeParse(body);
  return parsed.success ? undefined : toXs2aError(schema, body).path;
}

describe('body of a confirmation-of-funds consent', () => {
  const [one, other] = [{ iban: 'HR1210010051863000160' }, { iban: 'DE89370400440532013000' }];
  const text140 = 'x'.repeat(140);
  const standard = {
    account: one,
    cardNumber: '4532000000000017',
    cardExpiryDate: '2030-12-31',
    cardInformation: text140,
  };

  it('is accepted in the form of the standard and names its account', () => {
    expect(fundsAccountsOf(FundsConsentRequest.parse({ account: one }))).toEqual([one]);
    expect(refusal(FundsConsentRequest, { ...standard, registrationInformation: text140 })).toBeUndefined();
  });

  it('is accepted in the form of the interface and names the union of balances and transactions', () => {
    const period = { recurringIndicator: 'true', validUntil: '2030-01-01', frequencyPerDay: '4' };
    const body = FundsConsentRequest.parse({ access: { balances: [one, other], transactions: [one] }, ...period });
    expect(fundsAccountsOf(body)).toEqual([one, other]);
    expect(body).toMatchObject({ recurringIndicator: true, frequencyPerDay: 4 });
    expect(fundsAccountsOf(FundsConsentRequest.parse({ access: { transactions: [other] } }))).toEqual([other]);
  });

  it('may contain unknown fields, which are ignored', () => {
    expect(FundsConsentRequest.parse({ account: one, tppNote: 'x' })).toEqual({ account: one });
  });

  it.each([
    ['account', {}],
    ['account', { recurringIndicator: true, validUntil: '2030-01-01' }],
    ['account.iban', { account: { iban: 'HR1210010051863000161' } }],
    ['access', { access: {} }],
    ['access', { access: { balances: [], transactions: [] } }],
    ['access', { account: one, access: { balances: [] } }],
    ['access.accounts', { access: { accounts: [one] } }],
    ['access.balances[0].iban', { access: { balances: [{ iban: 'HR00' }] } }],
    ['cardNumber', { account: one, cardNumber: '4532' }],
    ['cardNumber', { account: one, cardNumber: '4532 0000 0000 0017' }],
    ['cardExpiryDate', { account: one, cardExpiryDate: '12/30' }],
    ['cardInformation', { account: one, cardInformation: `${text140}x` }],
    ['registrationInformation', { account: one, registrationInformation: 'line\nbreak' }],
    ['validUntil', { account: one, validUntil: '2030-02-30' }],
    ['frequencyPerDay', { account: one, frequencyPerDay: 0 }],
    ['recurringIndicator', { account: one, recurringIndicator: 'yes' }],
  ])('is refused at %s: %j', (path, body) => expect(refusal(FundsConsentRequest, body)).toBe(path));
});

describe('body of a funds confirmation', () => {
  const account = { iban: 'HR1210010051863000160' };
  const instructedAmount = { currency: 'EUR', amount: '123.50' };

  it('is accepted with only account and amount, and with card and payee', () => {
    expect(refusal(FundsConfirmationRequest, { account, instructedAmount })).toBeUndefined();
    const full = { account, instructedAmount, cardNumber: '453200******0017', payee: 'Merchant123' };
    expect(refusal(FundsConfirmationRequest, full)).toBeUndefined();
  });

  it.each(['4532000000000017', '4532 0000 0000 0017', '4532-0000-0000-0017', '453200xxxxxx0017', 'card of Ana'])(
    'is accepted with a card number alone, however it is written: %s',
    (cardNumber) => {
      expect(refusal(FundsConfirmationRequest, { instructedAmount, cardNumber })).toBeUndefined();
    },
  );

  it.each([
    ['account', { instructedAmount }],
    ['account.iban', { account: { iban: 'HR00' }, instructedAmount }],
    ['instructedAmount', { account }],
    ['instructedAmount.currency', { account, instructedAmount: { currency: 'eur', amount: '1' } }],
    ['cardNumber', { account, instructedAmount, cardNumber: '4'.repeat(36) }],
    ['payee', { account, instructedAmount, payee: 'x'.repeat(71) }],
  ])('is refused at %s: %j', (path, body) => expect(refusal(FundsConfirmationRequest, body)).toBe(path));

  it.each(['12,50', '10.005', '0', '-1', '', '1e3', '123456789012345', 12.5])(
    'is refused with the amount %j',
    (amount) => {
      const body = { account, instructedAmount: { currency: 'EUR', amount } };
      expect(refusal(FundsConfirmationRequest, body)).toBe('instructedAmount.amount');
    },
  );
});
