import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  Amount,
  fitsCurrency,
  fractionDigits,
  InstructedAmount,
  instructedAmountFault,
  toAmount,
  toMinorUnits,
} from '../../index.ts';
import { isPaymentCurrency } from './currencies.ts';

const currency = fc.constantFrom('EUR', 'USD', 'CHF', 'JPY', 'KRW', 'BHD', 'KWD', 'HUF');
const UNITS_MAX = 10n ** 14n - 1n;

describe('amount', () => {
  it.each(['0', '5', '5.1', '5.12', '-0.01', '99999999999999.99', '1.123'])('accepts %s', (amount) => {
    expect(Amount.safeParse({ currency: 'EUR', amount }).success).toBe(true);
  });

  it.each([
    '',
    '.5',
    '5.',
    '5,00',
    '1 000',
    '+5',
    '--5',
    '1e3',
    '5.1234',
    '5.12340',
    `5.${'0'.repeat(18)}`,
    '123456789012345',
    '٣',
    '5\n',
    'NaN',
    '0x10',
  ])('refuses %j', (amount) => {
    expect(Amount.safeParse({ currency: 'EUR', amount }).success).toBe(false);
  });

  it('refuses numbers, unknown fields and currencies other than three capitals', () => {
    for (const value of [
      { currency: 'EUR', amount: 5 },
      { currency: 'EUR', amount: '5', extra: 1 },
      { currency: 'eur', amount: '5' },
      { currency: 'EURO', amount: '5' },
      { amount: '5' },
    ]) {
      expect(Amount.safeParse(value).success).toBe(false);
    }
  });

  it('accepts current and historic ISO 4217 currencies: old entries are in kuna', () => {
    for (const code of ['EUR', 'HRK', 'BGN', 'DEM', 'XXX', 'XAU', 'XTS', 'VED']) {
      expect([code, Amount.safeParse({ currency: code, amount: '5' }).success]).toEqual([code, true]);
    }
    for (const code of ['ZZZ', 'AAA', 'EUX', 'KUN', 'BTC']) {
      expect([code, Amount.safeParse({ currency: code, amount: '5' }).success]).toEqual([code, false]);
    }
  });

  it('must have a current currency to be paid', () => {
    for (const code of ['EUR', 'CHF', 'JPY', 'XCG', 'ZWG', 'XOF']) {
      expect([code, InstructedAmount.safeParse({ currency: code, amount: '5' }).success]).toEqual([code, true]);
    }
    for (const code of ['HRK', 'BGN', 'XXX', 'XAU', 'XTS', 'XDR', 'CHE', 'ZZZ']) {
      const { error } = InstructedAmount.safeParse({ currency: code, amount: '5' });
      expect([code, error?.issues[0]?.path]).toEqual([code, ['currency']]);
    }
  });

  it('is checked without its schema as it is with it', () => {
    const code = fc.oneof(
      fc.constantFrom('EUR', 'JPY', 'BHD', 'HRK', 'XXX', 'XAU', 'ZZZ', 'eur', 'EURO', ''),
      fc.string(),
    );
    const text = fc.oneof(
      fc.constantFrom(
        '5',
        '0',
        '0.00',
        '-1',
        '1.5',
        '1.55',
        '1.555',
        '1.5555',
        '1.50000',
        '0.00000',
        '1.55500',
        '1,5',
        '1 000',
        '+5',
        '1.000,00',
        'EUR 5',
        '',
      ),
      fc.string({ maxLength: 5 }),
    );
    fc.assert(
      fc.property(code, text, (currency, amount) => {
        const told = InstructedAmount.safeParse({ currency, amount }).error?.issues[0]?.message;
        expect(instructedAmountFault({ currency, amount })).toBe(told);
      }),
    );
  });

  it('has as current currencies those of Unicode, except those that ISO 4217 has dropped or that are not used for payments', () => {
    const dropped = ['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'ZWL'];
    const others = ['XDR', 'XSU'];
    const unlisted = Intl.supportedValuesOf('currency').filter((code) => !isPaymentCurrency(code));
    expect(unlisted.toSorted()).toEqual([...dropped, ...others].toSorted());
  });

  it.each([
    ['EUR', '10.00000', '10.00'],
    ['EUR', '10.500', '10.50'],
    ['EUR', '-0.01000', '-0.01'],
    ['EUR', '10', '10'],
    ['EUR', '10.0', '10.0'],
    ['EUR', '10.005', '10.005'],
    ['JPY', '100.00', '100'],
    ['BHD', '1.23000', '1.230'],
  ])('in %s of %s is %s: ISO 20022 permits five digits after the point', (code, amount, plain) => {
    expect(Amount.parse({ currency: code, amount })).toEqual({ currency: code, amount: plain });
  });

  it('is unchanged after conversion to minor units and back, to the cent', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -UNITS_MAX, max: UNITS_MAX }), currency, (units, code) => {
        const amount = toAmount(units, code);
        expect(toMinorUnits(amount)).toBe(units);
        expect(Amount.safeParse(amount).success).toBe(true);
        expect(fitsCurrency(amount)).toBe(true);
      }),
    );
  });

  it('has the same value with and without trailing zeros', () => {
    for (const amount of ['12.5', '12.50']) expect(toMinorUnits({ currency: 'EUR', amount })).toBe(1_250n);
    expect(toMinorUnits({ currency: 'EUR', amount: '-0.05' })).toBe(-5n);
    expect(toMinorUnits({ currency: 'EUR', amount: '-0.00' })).toBe(0n);
    expect(toMinorUnits({ currency: 'JPY', amount: '1205' })).toBe(1_205n);
    expect(toMinorUnits({ currency: 'BHD', amount: '0.001' })).toBe(1n);
    expect(toMinorUnits({ currency: 'EUR', amount: '99999999999999.99' })).toBe(9_999_999_999_999_999n);
  });

  it.each([
    [0n, 'EUR', '0.00'],
    [-1n, 'EUR', '-0.01'],
    [-1_205n, 'EUR', '-12.05'],
    [7n, 'JPY', '7'],
    [7n, 'KWD', '0.007'],
    [-12_345n, 'BHD', '-12.345'],
  ])('writes %s minor units of %s as %s', (units, code, amount) => {
    expect(toAmount(units, code)).toEqual({ currency: code, amount });
  });

  it('is refused with more fraction digits than its currency has', () => {
    expect(fitsCurrency({ currency: 'EUR', amount: '10.005' })).toBe(false);
    expect(fitsCurrency({ currency: 'EUR', amount: '10.05' })).toBe(true);
    expect(fitsCurrency({ currency: 'JPY', amount: '10.0' })).toBe(false);
    expect(fitsCurrency({ currency: 'JPY', amount: '10' })).toBe(true);
    expect(fitsCurrency({ currency: 'TND', amount: '10.005' })).toBe(true);
  });
});

describe('the number of fraction digits of a currency', () => {
  it('is that of the runtime, except where the runtime follows common use instead of ISO 4217', () => {
    const differing = Intl.supportedValuesOf('currency').filter((code) => {
      const format = new Intl.NumberFormat('en', { style: 'currency', currency: code });
      return format.resolvedOptions().maximumFractionDigits !== fractionDigits(code);
    });
    // ISO 4217 specifies two digits, or three, although they are no longer in use.
    const byHabit = 'AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR SLL SOS SYP YER'.split(' ');
    expect(differing.filter((code) => !byHabit.includes(code))).toEqual([]);
    expect(byHabit.filter((code) => fractionDigits(code) !== (code === 'IQD' ? 3 : 2))).toEqual([]);
  });

  it('is two for an unknown code', () => {
    expect(fractionDigits('ZZZ')).toBe(2);
    expect(fractionDigits('__proto__')).toBe(2);
  });
});
