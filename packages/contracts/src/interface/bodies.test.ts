import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  BooleanOrText,
  ConsentRequest,
  FundsConfirmationRequest,
  FundsConsentRequest,
  fundsAccountsOf,
  IntegerOrText,
  IsoDate,
  SinglePayment,
  toXs2aError,
} from '../index.ts';

const PAYMENT = {
  debtorAccount: { iban: 'HR1210010051863000160' },
  instructedAmount: { currency: 'EUR', amount: '123.50' },
  creditorAccount: { iban: 'DE89370400440532013000' },
  creditorName: 'Merchant123',
};
const CONSENT = {
  access: { accounts: [{ iban: 'HR1210010051863000160' }] },
  recurringIndicator: true,
  validUntil: '2027-01-31',
  frequencyPerDay: 4,
};

/** Path and text of the refusal of a body, or undefined where it is accepted. */
function refusal(schema: z.ZodType, body: unknown): string | undefined {
  const parsed = schema.safeParse(body);
  return parsed.success ? undefined : toXs2aError(parsed.error).path;
}

describe('booleans and numbers', () => {
  it.each([
    [true, true],
    [false, false],
    ['true', true],
    ['false', false],
  ])('%j is the boolean %j', (sent, meant) => expect(BooleanOrText.parse(sent)).toBe(meant));

  it.each(['True', 'yes', '1', '', 1, 0, null, undefined, [], ' true'])('%j is no boolean', (sent) => {
    expect(BooleanOrText.safeParse(sent).success).toBe(false);
  });

  it('take any whole number as JSON or as text, and nothing else', () => {
    fc.assert(
      fc.property(fc.nat({ max: 999_999_999 }), (number) => {
        expect(IntegerOrText.parse(number)).toBe(number);
        expect(IntegerOrText.parse(String(number))).toBe(number);
      }),
    );
    for (const sent of ['', '4.0', '-1', '1e2', '0x1', 4.5, null, true, Number.NaN, '1234567890']) {
      expect(IntegerOrText.safeParse(sent).success).toBe(false);
    }
  });
});

describe('dates', () => {
  it.each(['2026-02-28', '2028-02-29', '2026-12-31'])('%s is a day', (day) => expect(IsoDate.parse(day)).toBe(day));
  it.each(['2026-02-29', '2026-13-01', '2026-1-1', '20260101', '2026-01-01T00:00:00Z', ''])('%j is none', (day) => {
    expect(IsoDate.safeParse(day).success).toBe(false);
  });
});

describe('body of a single payment', () => {
  it('is accepted with the mandatory fields alone and with all others', () => {
    expect(refusal(SinglePayment, PAYMENT)).toBeUndefined();
    const full = {
      ...PAYMENT,
      endToEndIdentification: 'E2E-1',
      creditorAgent: 'AAAADEBBXXX',
      creditorAddress: {
        streetName: 'Ilica',
        buildingNumber: '1',
        townName: 'Zagreb',
        postCode: '10000',
        country: 'HR',
      },
      ultimateDebtor: 'Debtor',
      ultimateCreditor: 'Creditor',
      purposeCode: 'SALA',
      remittanceInformationUnstructured: 'Račun 2026-17',
      remittanceInformationStructured: { reference: 'HR00123', referenceType: 'HR' },
      requestedExecutionDate: '2027-01-31',
    };
    expect(refusal(SinglePayment, full)).toBeUndefined();
    expect(refusal(SinglePayment, { ...full, remittanceInformationStructured: 'RF18' })).toBeUndefined();
  });

  it.each([
    ['debtorAccount', { debtorAccount: undefined }],
    ['debtorAccount.iban', { debtorAccount: { iban: 'HR1210010051863000161' } }],
    ['debtorAccount', { debtorAccount: { iban: 'HR1210010051863000160', bban: '1' } }],
    ['debtorAccount.name', { debtorAccount: { iban: 'HR1210010051863000160', name: 'x' } }],
    ['creditorAccount', { creditorAccount: {} }],
    ['creditorAccount.iban', { creditorAccount: { iban: 'DE00370400440532013000' } }],
    ['creditorName', { creditorName: '' }],
    ['creditorName', { creditorName: 'x'.repeat(71) }],
    ['creditorName', { creditorName: 'line\nfeed' }],
    ['creditorName', { creditorName: undefined }],
    ['instructedAmount', { instructedAmount: undefined }],
    ['instructedAmount.amount', { instructedAmount: { currency: 'EUR', amount: '0' } }],
    ['instructedAmount.amount', { instructedAmount: { currency: 'EUR', amount: '-1' } }],
    ['instructedAmount.amount', { instructedAmount: { currency: 'EUR', amount: '1.005' } }],
    ['instructedAmount.amount', { instructedAmount: { currency: 'EUR', amount: 1 } }],
    ['instructedAmount.amount', { instructedAmount: { currency: 'EUR', amount: 'all' } }],
    ['instructedAmount.amount', { instructedAmount: { currency: 'EUR', amount: '' } }],
    ['instructedAmount.amount', { instructedAmount: { currency: 'JPY', amount: '1.5' } }],
    ['instructedAmount.currency', { instructedAmount: { currency: 'EU', amount: '1' } }],
    ['creditorAgent', { creditorAgent: 'AAAADE' }],
    ['creditorAgent', { creditorAgent: 'AAAADEBOXXX' }],
    ['creditorAddress.country', { creditorAddress: { country: 'Croatia' } }],
    ['creditorAddress.planet', { creditorAddress: { country: 'HR', planet: 'x' } }],
    ['purposeCode', { purposeCode: 'sala' }],
    ['endToEndIdentification', { endToEndIdentification: 'x'.repeat(36) }],
    ['remittanceInformationUnstructured', { remittanceInformationUnstructured: 'x'.repeat(141) }],
    ['remittanceInformationStructured', { remittanceInformationStructured: {} }],
    ['requestedExecutionDate', { requestedExecutionDate: '2026-02-30' }],
    ['transactionStatus', { transactionStatus: 'ACSC' }],
    ['__proto__x', { __proto__x: 1 }],
  ])('is refused at %s', (path, change) => {
    expect(refusal(SinglePayment, { ...PAYMENT, ...change })).toBe(path);
  });

  it('is refused with a field that only an object of JavaScript would hide', () => {
    expect(refusal(SinglePayment, JSON.parse(`{ "__proto__": { "creditorName": "x" } }`))).toBeDefined();
  });

  it('counts characters, not bytes', () => {
    expect(refusal(SinglePayment, { ...PAYMENT, creditorName: 'č'.repeat(70) })).toBeUndefined();
    expect(refusal(SinglePayment, { ...PAYMENT, creditorName: 'č'.repeat(71) })).toBe('creditorName');
  });
});

describe('body of a consent', () => {
  it('is the same whether booleans and numbers are JSON or text', () => {
    const asText = { ...CONSENT, recurringIndicator: 'true', frequencyPerDay: '4', combinedServiceIndicator: 'false' };
    expect(ConsentRequest.parse(asText)).toEqual(ConsentRequest.parse(CONSENT));
  });

  it('asks for no combined session unless it says so', () => {
    expect(ConsentRequest.parse(CONSENT).combinedServiceIndicator).toBe(false);
    expect(ConsentRequest.parse({ ...CONSENT, combinedServiceIndicator: true }).combinedServiceIndicator).toBe(true);
  });

  it('may carry fields that nobody knows, which are left out', () => {
    expect(ConsentRequest.parse({ ...CONSENT, extra: 1 })).not.toHaveProperty('extra');
  });

  it.each([
    ['access', { access: undefined }],
    ['access.everything', { access: { everything: true } }],
    ['access.accounts[0]', { access: { accounts: [{}] } }],
    ['access.accounts[0].iban', { access: { accounts: [{ iban: 'HR1210010051863000161' }] } }],
    ['access.balances', { access: { balances: 'all' } }],
    ['access.allPsd2', { access: { allPsd2: 'some' } }],
    ['recurringIndicator', { recurringIndicator: 'maybe' }],
    ['recurringIndicator', { recurringIndicator: undefined }],
    ['validUntil', { validUntil: '31.01.2027' }],
    ['validUntil', { validUntil: undefined }],
    ['frequencyPerDay', { frequencyPerDay: 0 }],
    ['frequencyPerDay', { frequencyPerDay: '0' }],
    ['frequencyPerDay', { frequencyPerDay: 1.5 }],
    ['combinedServiceIndicator', { combinedServiceIndicator: 'no' }],
  ])('is refused at %s', (path, change) => {
    expect(refusal(ConsentRequest, { ...CONSENT, ...change })).toBe(path);
  });
});

describe('body of a confirmation-of-funds consent', () => {
  const [one, other] = [{ iban: 'HR1210010051863000160' }, { iban: 'DE89370400440532013000' }];
  const text140 = 'x'.repeat(140);
  const standard = {
    account: one,
    cardNumber: '4532000000000017',
    cardExpiryDate: '2030-12-31',
    cardInformation: text140,
  };

  it('is accepted in the form of the standard, and names its account', () => {
    expect(fundsAccountsOf(FundsConsentRequest.parse({ account: one }))).toEqual([one]);
    expect(refusal(FundsConsentRequest, { ...standard, registrationInformation: text140 })).toBeUndefined();
  });

  it('is accepted in the form of the interface, and names the union of balances and transactions', () => {
    const period = { recurringIndicator: 'true', validUntil: '2030-01-01', frequencyPerDay: '4' };
    const body = FundsConsentRequest.parse({ access: { balances: [one, other], transactions: [one] }, ...period });
    expect(fundsAccountsOf(body)).toEqual([one, other]);
    expect(body).toMatchObject({ recurringIndicator: true, frequencyPerDay: 4 });
    expect(fundsAccountsOf(FundsConsentRequest.parse({ access: { transactions: [other] } }))).toEqual([other]);
  });

  it('may have fields that nobody knows, which are ignored', () => {
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

  it('is accepted with account and amount alone, and with card and payee', () => {
    expect(refusal(FundsConfirmationRequest, { account, instructedAmount })).toBeUndefined();
    const full = { account, instructedAmount, cardNumber: '453200******0017', payee: 'Merchant123' };
    expect(refusal(FundsConfirmationRequest, full)).toBeUndefined();
  });

  it.each([
    ['account', { instructedAmount }],
    ['account.iban', { account: { iban: 'HR00' }, instructedAmount }],
    ['instructedAmount', { account }],
    ['instructedAmount.currency', { account, instructedAmount: { currency: 'eur', amount: '1' } }],
    ['cardNumber', { account, instructedAmount, cardNumber: 'card' }],
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
