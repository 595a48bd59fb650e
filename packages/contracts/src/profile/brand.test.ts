import { describe, expect, it } from 'vitest';
import { Brand } from './brand.ts';
import { contrast, NEUTRAL_COLOURS, paletteOf } from './colours.ts';

const LINKS = { hr: 'https://banka.example/hr', en: 'https://banka.example/en' };
const BRAND = {
  logo: { light: 'logo.svg' },
  colours: {
    light: { accent: '#8a1538', onAccent: '#ffffff' },
    dark: { accent: '#ffb1c4', onAccent: '#3d0014' },
  },
  contact: { phone: '+385 1 2345 678', page: LINKS },
  privacy: LINKS,
  imprint: LINKS,
};

const faultsOf = (brand: unknown): string[] =>
  (Brand.safeParse(brand).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
const coloured = (scheme: 'light' | 'dark', colours: object) => ({
  ...BRAND,
  colours: { ...BRAND.colours, [scheme]: { ...BRAND.colours[scheme], ...colours } },
});
const saying = (messages: object) => ({ ...BRAND, messages });

describe('the colours of a brand (WCAG 2.2, 1.4.3 and 1.4.11)', () => {
  it('have the contrast ratios of the specification', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });

  it('may be two per scheme, or all', () => {
    expect(faultsOf(BRAND)).toEqual([]);
    expect(faultsOf({ ...BRAND, colours: NEUTRAL_COLOURS })).toEqual([]);
  });

  it.each([
    ['light', { accent: '#ff9db5' }, 'colours.light.accent: accent (#ff9db5) on paper'],
    ['light', { onAccent: '#c08090' }, 'colours.light.onAccent: onAccent (#c08090) on accent'],
    ['light', { paper: '#909090' }, 'colours.light.paper: quiet (#4f5660) on paper (#909090) has a contrast of 2.3'],
    ['dark', { edge: '#202020' }, 'colours.dark.edge: edge (#202020) on paper'],
    ['dark', { accent: 'red' }, 'colours.dark.accent: must be a colour such as #0f4f47'],
  ] as const)('that cannot be read in the %s scheme are refused by name: %o', (scheme, colours, fault) => {
    expect(faultsOf(coloured(scheme, colours)).join('\n')).toContain(fault);
  });

  it('replace the neutral ones in both schemes', () => {
    expect(paletteOf('dark', BRAND.colours.dark)).toMatchObject({ accent: '#ffb1c4', accentStrong: '#ffb1c4' });
  });
});

describe('the messages of a brand', () => {
  it('may contain the placeholders of their message', () => {
    const payment = { hr: '{bank}: plaćanje {amount} za {payee}, račun {account}.' };
    expect(faultsOf(saying({ payment, signIn: { en: '{bank}: sign-in. {warning}' } }))).toEqual([]);
  });

  it.each([
    ['{amount} to {payee}, {balance}', '{balance} is no placeholder of this message'],
    ['{amount}', 'must name {payee}'],
    ['{amount} to {payee', 'has a brace that belongs to no placeholder'],
    ['{amount}\n{payee}', 'must be one line'],
  ])('are refused by kind and language: %j', (text, fault) => {
    expect(faultsOf(saying({ payment: { en: text } })).join('\n')).toContain(`messages.payment.en: ${fault}`);
  });
});

it.each([
  ['a file in another folder', { ...BRAND, logo: { light: '../logo.svg' } }, 'logo.light'],
  ['a picture of another kind', { ...BRAND, logo: { light: 'logo.gif' } }, 'logo.light'],
  ['a page without TLS', { ...BRAND, privacy: { hr: 'http://banka.example/' } }, 'privacy.hr'],
  ['a telephone without country', { ...BRAND, contact: { ...BRAND.contact, phone: '01 234' } }, 'contact.phone'],
  ['an unknown setting', { ...BRAND, slogan: 'x' }, ': '],
])('%s is refused', (_, brand, path) => {
  expect(faultsOf(brand).join('\n')).toContain(path);
});
