import { describe, expect, it } from 'vitest';
import { shownTppName } from './tpp-name.ts';

const ID = 'PSDHR-HNB-TPP';
const shown = (name: string, bankName = 'Demo banka'): string => shownTppName(name, ID, bankName);

describe('the name of a TPP as shown to PSUs', () => {
  it.each([
    'Sandbox TPP',
    'Štedionica d.o.o.',
    'Übersicht & Söhne GmbH',
    'Плащане ЕООД',
    'Banka podataka',
    'Πληρωμές ΑΕ',
    '3A Pay',
  ])('is that of the certificate: %s', (name) => expect(shown(name)).toBe(name));

  it.each([
    ['a direction override', 'Pay\u202Eknab omeD', 'Payknab omeD'],
    ['isolates', '\u2067Pay\u2069 \u2066HR', 'Pay HR'],
    ['a direction mark', 'Pay\u200F\u061CHR', 'PayHR'],
    ['zero-width characters', 'P\u200Ba\u200Cy\u200D\u2060\uFEFF', 'Pay'],
    ['lines', 'Pay\nVaša banka:\r\n1234', 'Pay Vaša banka: 1234'],
    ['line separators', 'Pay\u2028now\u2029!', 'Pay now !'],
    ['controls', 'Pay\u0000\u0007\u001B[31mHR', 'Pay[31mHR'],
    ['tags and private use', 'Pay\u{E0041}\u{E000}HR', 'PayHR'],
    ['blank letters', 'Pay\u3164\u2800\u115FHR', 'PayHR'],
    ['widths', '\uFF30\uFF41\uFF59\u3000HR', 'Pay HR'],
    ['styles', '𝓟𝓪𝔂 𝐇𝐑', 'Pay HR'],
    ['a heap of accents', `P${'\u0301'.repeat(40)}ay`, 'Ṕ\u0301\u0301ay'.normalize('NFKC')],
  ])('contains no %s', (_, name, expected) => expect(shown(name)).toBe(expected));

  it('is cut at seventy characters, between characters', () => {
    expect(shown('x'.repeat(500))).toBe(`${'x'.repeat(69)}…`);
    expect([...shown('😀x'.repeat(100))]).toHaveLength(70);
    expect(shown('😀x'.repeat(100)).isWellFormed()).toBe(true);
  });

  it.each(['', ' \u200B\n', '\u202E', '!!!', '—'])(
    'is the authorisation number where nothing readable is left: %j',
    (name) => expect(shown(name)).toBe(ID),
  );

  it.each([
    ['the name', 'Demo banka'],
    ['the name with a legal form', 'DEMO BANKA d.d.'],
    ['the name within another', 'Sigurnost – Demo banka Zagreb'],
    ['accents', 'Dèmö Bánkä'],
    ['no space', 'DemoBanka'],
    ['points', 'D.e.m.o. b-a-n-k-a'],
    ['Cyrillic letters', 'Dеmо bаnkа'],
    ['Greek letters', 'Demο βanκα'],
    ['digits', 'Dem0 b4nka'],
    ['rn for m', 'Derno banka'],
    ['wide letters', 'Ｄｅｍｏ ｂａｎｋａ'],
    ['styled letters', '𝐃𝐞𝐦𝐨 𝐛𝐚𝐧𝐤𝐚'],
    ['zero-width spaces', 'De\u200Bmo ban\u200Dka'],
    ['a soft hyphen', 'Demo ban\u00ADka'],
    ['a letter too many', 'Demmo banka'],
    ['a letter left out', 'Demo bnka'],
    ['another letter', 'Demo bamka'],
    ['two letters exchanged', 'Demo bakna'],
  ])('is never that of the bank: %s', (_, name) => expect(shown(name)).toBe(ID));

  it('is compared as a whole if the name of the bank is short', () => {
    expect(shown('AIK plaćanja', 'AIK')).toBe('AIK plaćanja');
    expect(shown('A.I.K. d.d.', 'AIK')).toBe(ID);
  });
});
