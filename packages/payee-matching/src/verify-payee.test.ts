import { describe, expect, it } from 'vitest';
import { type AccountHolder, verifyPayee } from './verify-payee.ts';

const ana: AccountHolder = { kind: 'person', name: 'Ana Horvat' };
const ivan: AccountHolder = { kind: 'person', name: 'Ivan Horvat' };
const shop: AccountHolder = {
  kind: 'organisation',
  name: 'Jadran Turizam d.o.o.',
  otherNames: ['Sunčana uvala', 'JT'],
  identifications: [
    { scheme: 'TXID', value: '12345678903' },
    { scheme: 'LEI', value: '5493001KJTIIGC8Y1R12' },
  ],
};

describe('the name of an order', () => {
  it('discloses the name of the holder with a close match only', () => {
    expect(verifyPayee({ name: 'ana horvat' }, [ana])).toEqual({ partyNameMatch: 'MTCH' });
    expect(verifyPayee({ name: 'Ana Hrovat' }, [ana])).toEqual({ partyNameMatch: 'CMTC', matchedName: 'Ana Horvat' });
    expect(verifyPayee({ name: 'Marko Kos' }, [ana])).toEqual({ partyNameMatch: 'NMTC' });
  });

  it('cannot be verified without a holder', () => {
    expect(verifyPayee({ name: 'Ana Horvat' }, [])).toEqual({ partyNameMatch: 'NOAP' });
  });

  it('matches with a trade name or short name, and a close match discloses the legal name', () => {
    expect(verifyPayee({ name: 'Suncana Uvala' }, [shop])).toEqual({ partyNameMatch: 'MTCH' });
    expect(verifyPayee({ name: 'Suncana Uvlaa' }, [shop])).toEqual({
      partyNameMatch: 'CMTC',
      matchedName: 'Jadran Turizam d.o.o.',
    });
  });
});

describe('a joint account', () => {
  it.each([
    ['Ivan Horvat', 'MTCH', undefined],
    ['Ana i Ivan Horvat', 'MTCH', undefined],
    ['Ana Horvat, Ivan Horvat', 'MTCH', undefined],
    ['Horvat, Ana', 'MTCH', undefined],
    ['Horvat', 'CMTC', 'Ana Horvat'],
    ['I. Horvat', 'CMTC', 'Ivan Horvat'],
    ['Ana i Ivo Horvat', 'CMTC', 'Ivan Horvat'],
    ['Ana & Marko Horvat', 'NMTC', undefined],
    ['Marko Kos', 'NMTC', undefined],
  ])('%s: %s, and discloses at most the nearest holder', (name, partyNameMatch, matchedName) => {
    expect(verifyPayee({ name }, [ana, ivan])).toEqual({ partyNameMatch, ...(matchedName && { matchedName }) });
  });
});

describe('a number of the payee', () => {
  it.each([
    ['TXID', '12345678903', 'MTCH'],
    ['TXID', 'HR 123 456 789 03', 'MTCH'],
    ['TXID', '12345678904', 'NMTC'],
    ['LEI', '5493001kjtiigc8y1r12', 'MTCH'],
    ['LEI', '12345678903', 'NMTC'],
    ['SREN', '12345678903', 'NOAP'],
  ])('%s %s: %s, and no name', (scheme, value, partyIdMatch) => {
    expect(verifyPayee({ identification: { scheme, value } }, [ana, shop])).toEqual({ partyIdMatch });
  });
});
