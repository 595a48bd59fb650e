import { describe, expect, it } from 'vitest';
import { formatAccount, formatAmount, formatDate, formatInstant, keepTogether } from './formats.ts';

const plain = (text: string) => text.replaceAll('\u00A0', ' ');

describe('amounts, accounts and dates in the format for people', () => {
  it.each([
    ['1234.56', 'EUR', '1.234,56 EUR', 'EUR 1,234.56'],
    ['0.5', 'EUR', '0,50 EUR', 'EUR 0.50'],
    ['12', 'EUR', '12,00 EUR', 'EUR 12.00'],
    ['1500', 'JPY', '1.500 JPY', 'JPY 1,500'],
    ['1.234', 'KWD', '1,234 KWD', 'KWD 1.234'],
    // Beyond the precision of a floating-point number.
    ['99999999999999.99', 'EUR', '99.999.999.999.999,99 EUR', 'EUR 99,999,999,999,999.99'],
  ])('%s %s is %s in Croatian and %s in English', (amount, currency, hr, en) => {
    expect(plain(formatAmount({ amount, currency }, 'hr'))).toBe(hr);
    expect(plain(formatAmount({ amount, currency }, 'en'))).toBe(en);
  });

  it('stay on one line in a text', () => {
    const joined = (text: string) => keepTogether(text).split('\u00A0').length - 1;
    expect(keepTogether('Plaćanje 1.234,56 EUR')).toBe('Plaćanje 1.234,56\u00A0EUR');
    expect(keepTogether('Payment of EUR 1,234.56')).toBe('Payment of EUR\u00A01,234.56');
    expect(joined('od 1. 12. 2026., do 30. 11. 2027. Ako to niste Vi')).toBe(4);
    expect(joined('Reci TKO 3')).toBe(1);
    expect(joined('račun …3000. Ako to niste')).toBe(0);
  });

  it('a fraction that its currency does not have is shown, not rounded away', () => {
    expect(plain(formatAmount({ amount: '10.005', currency: 'EUR' }, 'en'))).toBe('EUR 10.005');
  });

  it('an IBAN is read in groups of four, other identifiers as they are', () => {
    expect(formatAccount({ iban: 'HR2799900051100000019' })).toBe('HR27 9990 0051 1000 0001\u00A09');
    expect(formatAccount({ maskedPan: '453200******0017' })).toBe('4532 00** **** 0017');
    expect(formatAccount({ msisdn: '+385911234567' })).toBe('+385911234567');
    expect(formatAccount({ other: { identification: 'X-1' } })).toBe('X-1');
  });

  it('a date is formatted by language, and other text stays as it was sent', () => {
    expect(plain(formatDate('2026-11-21', 'hr'))).toBe('21. 11. 2026.');
    expect(plain(formatDate('2027-03-01', 'hr'))).toBe('1. 3. 2027.');
    expect(formatDate('2026-11-21', 'en')).toBe('21 November 2026');
    expect(formatDate('soon', 'en')).toBe('soon');
  });

  it('an instant is shown in the time zone of the bank', () => {
    expect(formatInstant('2026-06-30T22:30:00Z', 'en', 'Europe/Zagreb')).toContain('1 July 2026');
    expect(plain(formatInstant('2026-06-30T22:30:00Z', 'hr', 'Europe/Zagreb', 'short'))).toBe('1. 7. 2026. u 00:30');
  });
});
