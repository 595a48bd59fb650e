import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { addressTexts, SinglePayment, toXs2aError } from '../../index.ts';

const PAYMENT = {
  debtorAccount: { iban: 'HR1210010051863000160' },
  instructedAmount: { currency: 'EUR', amount: '123.50' },
  creditorAccount: { iban: 'DE89370400440532013000' },
  creditorName: 'Merchant123',
};

/** Path and text of the error for a body; undefined if it is accepted. */
function refusal(schema: z.ZodType, body: unknown): string | undefined {
  const parsed = schema.safeParse(body);
  return parsed.success ? undefined : toXs2aError(schema, body).path;
}

describe('body of a single payment', () => {
  it('is accepted with only the mandatory fields, and with all fields', () => {
    expect(refusal(SinglePayment, PAYMENT)).toBeUndefined();
    const full = {
      ...PAYMENT,
      endToEndIdentification: 'E2E-1',
      creditorAgent: 'AAAADEBBXXX',
      creditorAddress: { ...addressTexts((max) => 'x'.repeat(max)), country: 'HR' },
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
    ['creditorAddress.floor', { creditorAddress: { country: 'HR', floor: 'x'.repeat(71) } }],
    ['creditorAddress.planet', { creditorAddress: { country: 'HR', planet: 'x' } }],
    ['purposeCode', { purposeCode: 'sala' }],
    ['endToEndIdentification', { endToEndIdentification: 'x'.repeat(36) }],
    ['remittanceInformationUnstructured', { remittanceInformationUnstructured: 'x'.repeat(141) }],
    ['remittanceInformationStructured.reference', { remittanceInformationStructured: {} }],
    ['requestedExecutionDate', { requestedExecutionDate: '2026-02-30' }],
    ['transactionStatus', { transactionStatus: 'ACSC' }],
    ['__proto__x', { __proto__x: 1 }],
  ])('is refused at %s', (path, change) => {
    expect(refusal(SinglePayment, { ...PAYMENT, ...change })).toBe(path);
  });

  it('is refused with an unknown field that every JavaScript object inherits', () => {
    expect(refusal(SinglePayment, JSON.parse(`{ "__proto__": { "creditorName": "x" } }`))).toBeDefined();
  });

  it('counts characters, not bytes', () => {
    expect(refusal(SinglePayment, { ...PAYMENT, creditorName: 'č'.repeat(70) })).toBeUndefined();
    expect(refusal(SinglePayment, { ...PAYMENT, creditorName: 'č'.repeat(71) })).toBe('creditorName');
  });
});
