import { CONTENTS } from '@xs2a/test-system/data/sca-contents';
import { describe, expect, it } from 'vitest';
import { messageFor } from './challenge-message.ts';

const { payment, cancellation, consent, fundsConsent, bulkPayment, basket } = CONTENTS;

describe('the text beside a code (dynamic linking, RTS 2018/389 Art. 5)', () => {
  it.each(['hr', 'en'] as const)('names amount and payee of a payment in %s', (language) => {
    const text = messageFor(payment, 'Some TPP', language);
    expect(text).toMatch(/12[.,]50/);
    expect(text).toContain('Ana Anić');
    expect(text).not.toContain('Some TPP');
  });

  it('says that a cancellation cancels', () => {
    expect(messageFor(cancellation, '', 'hr')).toMatch(/^OPOZIV: /);
    expect(messageFor(cancellation, '', 'en')).toBe(`CANCELLATION of: ${messageFor(payment, '', 'en')}`);
  });

  it.each([consent, fundsConsent])('names the TPP of a $kind', (content) => {
    for (const language of ['hr', 'en'] as const)
      expect(messageFor(content, 'Some TPP', language)).toContain('Some TPP');
  });

  it('is about the list of accounts where no account is named', () => {
    const none = { ...consent, grants: [] } as typeof consent;
    expect(messageFor(none, 'Some TPP', 'hr')).toMatch(/^Pristup popisu Vaših računa za Some TPP do /);
    expect(messageFor(none, 'Some TPP', 'en')).toMatch(/^Access to the list of your accounts for Some TPP until /);
  });

  it('names an account without an IBAN too', () => {
    const foreign = { ...payment, creditorAccount: { bban: '12-3456-78901' } } as typeof payment;
    expect(messageFor(foreign, '', 'en')).toContain('account …8901');
  });

  it('shows accounts by their last four characters alone', () => {
    const iban = payment.kind === 'payment' ? (payment.creditorAccount.iban ?? '') : '';
    const text = messageFor(payment, '', 'en');
    expect(text).toContain(`…${iban.slice(-4)}`);
    expect(text).not.toContain(iban);
  });

  it('names three orders or payees and counts the others', () => {
    const members = Array.from({ length: 5 }, () => payment);
    const text = messageFor({ ...basket, members } as typeof basket, '', 'en');
    expect(text.split('Ana Anić')).toHaveLength(4);
    expect(text).toContain('(+2)');
    const bulk = messageFor({ ...bulkPayment, numberOfTransactions: 4 } as typeof bulkPayment, '', 'en');
    expect(bulk).toContain('Ana (+3)');
  });
});
