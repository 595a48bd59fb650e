import { describe, expect, it } from 'vitest';
import { withMaskedReferences } from './masked-references.ts';

const MASKED = '453200******0017';
const rewritten = (body: unknown): unknown => withMaskedReferences({ body }).body;

describe('an account reference in a request', () => {
  it.each([
    ['pan alone', { pan: MASKED, currency: 'EUR' }],
    ['pan with an equal maskedPan', { pan: MASKED, maskedPan: MASKED, currency: 'EUR' }],
    ['maskedPan alone', { maskedPan: MASKED, currency: 'EUR' }],
  ])('may have a masked card number as in the content of a consent: %s', (_, card) => {
    const named = { maskedPan: MASKED, currency: 'EUR' };
    const wanted = { access: { balances: [named], additionalInformation: { ownerName: [named] } }, account: named };
    const sent = { access: { balances: [card], additionalInformation: { ownerName: [card] } }, account: card };
    expect(rewritten(sent)).toEqual(wanted);
  });

  it.each([
    ['a full number', { pan: '4532000000000017' }],
    ['a full number with a masked one', { pan: '4532000000000017', maskedPan: MASKED }],
    ['two different masked numbers', { pan: MASKED, maskedPan: '453200******0025' }],
    ['no card number', { pan: 'secret*' }],
  ])('is otherwise checked as sent: %s', (_, account) => {
    expect(rewritten({ access: { balances: [account] } })).toEqual({ access: { balances: [account] } });
  });

  it('is not searched for in deeply nested bodies', () => {
    const nested: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
    expect(rewritten({ access: nested })).toHaveProperty('access');
  });
});
