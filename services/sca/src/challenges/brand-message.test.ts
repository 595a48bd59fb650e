import { type Brand, MESSAGE_PLACEHOLDERS, type ScaContent } from '@xs2a/contracts';
import { CONTENTS } from '@xs2a/test-system/data/sca-contents';
import { describe, expect, it } from 'vitest';
import { signInMessage } from '../login/sign-in-message.ts';
import { brandMessage } from './brand-message.ts';
import { messageFor } from './challenge-message.ts';

const profileWith = (messages: Brand['messages']) => ({
  aspspName: 'Druga banka d.d.',
  brand: { messages, contact: { phone: '+385 1 2345 678' } } as Brand,
  ownFactors: ['totp' as const],
});

describe("the text beside a code in the bank's own words", () => {
  it.each(Object.keys(CONTENTS) as ScaContent['kind'][])('has every placeholder of a %s filled in', (kind) => {
    const { known } = MESSAGE_PLACEHOLDERS[kind];
    const text = ['bank', ...known].map((name) => `${name}=[{${name}}]`).join(' ');
    const content = CONTENTS[kind];
    const said = brandMessage(profileWith({ [kind]: { en: text } }), content, 'Some TPP', 'en');
    expect(said).toContain('bank=[Druga banka d.d.]');
    expect(said).not.toMatch(/[{}]/);
    // Content without an end, or without an amount, does not mention it.
    for (const name of known.filter((one) => one !== 'until' && (one !== 'amount' || kind !== 'basket')))
      expect(said).not.toContain(`${name}=[]`);
  });

  it('shows the same values as the built-in text, and leaves the other language unchanged', () => {
    const { payment } = CONTENTS;
    const profile = profileWith({ payment: { hr: '{bank}: {amount} za {payee}, {account}. Kod ne govorite nikome.' } });
    expect(brandMessage(profile, payment, '', 'hr')).toBe(
      'Druga banka d.d.: 12,50 EUR za Ana Anić, …0160. Kod ne govorite nikome.',
    );
    expect(brandMessage(profile, payment, '', 'en')).toBe(
      `${messageFor(payment, '', 'en')} If this was not you, do not confirm it and call +385 1 2345 678.`,
    );
  });

  it("does not treat parts of a payee's name as placeholders", () => {
    const { payment } = CONTENTS;
    const content = { ...payment, creditorName: '{amount}' } as typeof payment;
    const profile = profileWith({ payment: { en: '{payee} gets {amount}' } });
    expect(brandMessage(profile, content, '', 'en')).toBe('{amount} gets EUR 12.50');
  });

  it.each([
    [{ partyNameMatch: 'MTCH' }, 'Ana Anić gets'],
    [
      { partyNameMatch: 'CMTC', matchedName: 'Ana Banić' },
      'Close match: according to its bank the account belongs to Ana Banić. ',
    ],
    [{ partyNameMatch: 'NMTC' }, 'NO MATCH'],
    [{ partyNameMatch: 'NOAP' }, 'The payee could not be checked.'],
  ] as const)('begins with what the PSU must know of the payee: %j', (payeeVerification, begin) => {
    const content = { ...CONTENTS.payment, payeeVerification } as ScaContent;
    const profile = profileWith({ payment: { en: '{payee} gets {amount}' } });
    const said = brandMessage(profile, content, '', 'en');
    expect(said.slice(0, begin.length)).toBe(begin);
    expect(said).toContain('Ana Anić gets EUR 12.50');
  });

  it('is also beside the code of a sign-in', () => {
    const profile = profileWith({ signIn: { en: '{bank}: sign-in. {warning}' } });
    expect(signInMessage(profile, 'en')).toMatch(/^Druga banka d\.d\.: sign-in\. Do not share it/);
  });
});
