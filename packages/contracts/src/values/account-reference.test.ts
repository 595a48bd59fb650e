import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AccountReference, Iban, maskPan, maskReference, refersTo } from '../index.ts';

const HR = 'HR1210010051863000160';

/** A valid IBAN with any country and account; its check digits are computed by ISO 13616. */
const anyIban = fc
  .tuple(fc.stringMatching(/^[A-Z]{2}$/), fc.stringMatching(/^[A-Z0-9]{10,30}$/))
  .map(([country, account]) => {
    const digits = [...`${account}${country}00`].map((letter) => Number.parseInt(letter, 36)).join('');
    const check = (98n - (BigInt(digits) % 97n)).toString().padStart(2, '0');
    return `${country}${check}${account}`;
  });

describe('IBAN', () => {
  it.each([HR, 'DE89370400440532013000', 'GB82WEST12345698765432'])('%s is valid', (iban) => {
    expect(Iban.parse(iban)).toBe(iban);
  });

  it.each(['', 'HR', 'HR12', 'hr1210010051863000160', 'HR12 1001 0051 8630 0016 0', `${HR}-`, `HR${'1'.repeat(40)}`])(
    '%j is none',
    (text) => {
      expect(Iban.safeParse(text).success).toBe(false);
    },
  );

  it('accepts lower-case letters in the account number and stores capitals', () => {
    expect(Iban.parse('GB82west12345698765432')).toBe('GB82WEST12345698765432');
  });

  it('is valid for every account number with the check digits of ISO 13616', () => {
    fc.assert(fc.property(anyIban, (iban) => Iban.safeParse(iban).success));
  });

  it('is refused with any single digit changed', () => {
    fc.assert(
      fc.property(anyIban, fc.nat(), fc.integer({ min: 1, max: 9 }), (iban, at, by) => {
        const places = [...iban].flatMap((letter, index) => (/[0-9]/.test(letter) ? [index] : []));
        const place = places[at % places.length] ?? 2;
        const digit = (Number(iban[place]) + by) % 10;
        const changed = iban.slice(0, place) + digit + iban.slice(place + 1);
        expect(Iban.safeParse(changed).success).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('is refused with two adjacent digits swapped', () => {
    fc.assert(
      fc.property(anyIban, fc.nat(), (iban, at) => {
        const place = 4 + (at % (iban.length - 5));
        const [one = '', two = ''] = [iban[place], iban[place + 1]];
        fc.pre(one !== two && /[0-9]{2}/.test(one + two));
        const swapped = iban.slice(0, place) + two + one + iban.slice(place + 2);
        expect(Iban.safeParse(swapped).success).toBe(false);
      }),
    );
  });
});

const IDENTIFIERS = {
  iban: HR,
  bban: '370400440532013000',
  pan: '4532000000000017',
  maskedPan: '453200******0017',
  msisdn: '+385911234567',
  other: { identification: 'customer-1' },
} as const;

describe('accountReference', () => {
  it('requires exactly one identifier of the account', () => {
    fc.assert(
      fc.property(
        fc.subarray(Object.keys(IDENTIFIERS) as (keyof typeof IDENTIFIERS)[]),
        fc.boolean(),
        (names, withCurrency) => {
          const reference = Object.fromEntries(names.map((name) => [name, IDENTIFIERS[name]]));
          const parsed = AccountReference.safeParse({ ...reference, ...(withCurrency && { currency: 'EUR' }) });
          expect(parsed.success).toBe(names.length === 1);
        },
      ),
    );
  });

  it.each([
    [{ iban: HR, currency: 'eur' }],
    [{ iban: HR, owner: 'x' }],
    [{ bban: 'with space' }],
    [{ pan: '4532' }],
    [{ pan: '453200000000001a' }],
    [{ maskedPan: 'secret' }],
    [{ other: {} }],
    [{ other: { identification: 'x'.repeat(36) } }],
    [{ currency: 'EUR' }],
    [HR],
  ])('refuses %j', (reference) => {
    expect(AccountReference.safeParse(reference).success).toBe(false);
  });
});

describe('refersTo', () => {
  const euros = { iban: HR, currency: 'EUR' };

  it('matches every sub-account if the reference has no currency', () => {
    expect(refersTo({ iban: HR }, euros)).toBe(true);
    expect(refersTo({ iban: HR }, { iban: HR, currency: 'USD' })).toBe(true);
  });

  it('selects one sub-account by its currency', () => {
    expect(refersTo(euros, euros)).toBe(true);
    expect(refersTo(euros, { iban: HR, currency: 'USD' })).toBe(false);
    expect(refersTo(euros, { iban: HR })).toBe(false);
  });

  it('matches a card account by the full and by the masked number', () => {
    const card = { maskedPan: '453200******0017', currency: 'EUR' };
    expect(refersTo({ pan: '4532000000000017' }, card)).toBe(true);
    expect(refersTo({ maskedPan: '453200******0017' }, card)).toBe(true);
    expect(refersTo({ pan: '4532000000000025' }, card)).toBe(false);
    expect(refersTo({ maskedPan: '453200******0025' }, card)).toBe(false);
  });

  it('matches an account of another scheme or issuer with the same number only if the reference leaves that open', () => {
    const identification = '1234567';
    const means = (reference: object, account: object) =>
      refersTo({ other: { identification, ...reference } }, { other: { identification, ...account } });
    const scheme = { schemeNameProprietary: 'LOAN' };
    expect(means(scheme, scheme)).toBe(true);
    expect(means({}, scheme)).toBe(true);
    expect(means(scheme, {})).toBe(true);
    expect(means({ schemeNameProprietary: 'DEPOSIT' }, scheme)).toBe(false);
    expect(means({ schemeNameCode: 'CUST' }, scheme)).toBe(false);
    expect(means({ schemeNameCode: 'CUST' }, { schemeNameCode: 'BBAN' })).toBe(false);
    expect(means({ ...scheme, issuer: 'A' }, { ...scheme, issuer: 'B' })).toBe(false);
    expect(means({ issuer: 'A' }, scheme)).toBe(true);
  });

  it('matches no account with another kind of identifier', () => {
    expect(refersTo({ bban: HR }, euros)).toBe(false);
    expect(refersTo({ other: { identification: HR } }, euros)).toBe(false);
    expect(refersTo({ msisdn: '1' }, { bban: '1' })).toBe(false);
    expect(refersTo({ other: { identification: 'a' } }, { other: { identification: 'a' } })).toBe(true);
    expect(refersTo({ iban: 'DE89370400440532013000' }, euros)).toBe(false);
  });

  it('does not match if neither side has an identifier', () => {
    expect(refersTo({}, {})).toBe(false);
  });
});

describe('maskPan', () => {
  it('shows only the first six and the last four digits of a card number', () => {
    expect(maskPan('4532000000000017')).toBe('453200******0017');
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{12,19}$/), (pan) => {
        const masked = maskPan(pan);
        expect(masked).toHaveLength(pan.length);
        expect(masked.slice(6, -4)).toBe('*'.repeat(pan.length - 10));
        expect(AccountReference.safeParse({ maskedPan: masked }).success).toBe(true);
      }),
    );
  });

  it('shows only the last four digits of a number too short to be hidden otherwise, and masks nothing twice', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{8,35}$/), (pan) => {
        const masked = maskPan(pan);
        expect(masked).toHaveLength(pan.length);
        expect(masked.split('*').length).toBeGreaterThan(2);
        expect(maskPan(masked)).toBe(masked);
      }),
    );
    expect(maskPan('12345678')).toBe('****5678');
  });
});

describe('maskReference', () => {
  it('masks a card number in any field, and keeps other identifiers unchanged', () => {
    const masked = { maskedPan: '453200******0017', currency: 'EUR' };
    expect(maskReference({ pan: '4532000000000017', currency: 'EUR' })).toEqual(masked);
    expect(maskReference({ maskedPan: '4532000000000017', currency: 'EUR' })).toEqual(masked);
    expect(maskReference({ maskedPan: '453200xxxxxx0017', currency: 'EUR' })).toEqual(masked);
    expect(maskReference({ iban: HR, currency: 'EUR' })).toEqual({ iban: HR, currency: 'EUR' });
  });
});
