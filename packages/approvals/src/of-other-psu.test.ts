import { describe, expect, it } from 'vitest';
import { isOfOtherPsu } from './of-other-psu.ts';

const A = { onBehalfOf: { psuId: 'a' } };
const OF_COMPANY = { onBehalfOf: { psuId: 'a', corporateId: 'x' } };
const one = { signaturesNeeded: 1, signedBy: [] };

describe('a resource is of another PSU than the access token names (decision 97)', () => {
  it.each([
    ['named for it', { ...one, namedPsu: { psuId: 'b' } }],
    ['who approved it', { ...one, signedBy: ['b'] }],
    ['who approved it, with another', { signaturesNeeded: 2, signedBy: ['b', 'c'] }],
  ])('where another is the PSU %s', (_, known) => {
    expect(isOfOtherPsu(A, known, { isOpen: true })).toBe(true);
    expect(isOfOtherPsu({ onBehalfOf: { psuId: 'b' } }, known, { isOpen: true })).toBe(false);
    expect(isOfOtherPsu({}, known, { isOpen: true })).toBe(false);
  });

  it.each([
    ['has no PSU yet', one],
    ['waits for a further PSU', { signaturesNeeded: 2, signedBy: ['b'] }],
    ['waits, and the bank has not said for how many', { namedPsu: { psuId: 'b' }, signedBy: [] }],
  ])('not where it %s', (_, known) => {
    expect(isOfOtherPsu(A, known, { isOpen: true })).toBe(false);
  });

  it.each([
    ['waited for a further PSU', { signaturesNeeded: 2, signedBy: ['b'] }],
    ['waited, and the bank had not said for how many', { signedBy: ['b'] }],
  ])('where it %s, and can no longer be approved', (_, known) => {
    expect(isOfOtherPsu(A, known)).toBe(true);
    expect(isOfOtherPsu({ onBehalfOf: { psuId: 'b' } }, known)).toBe(false);
  });

  it('not where both act for the same company, and always where for different ones', () => {
    const known = { ...one, namedPsu: { psuId: 'b', corporateId: 'x' } };
    expect(isOfOtherPsu(OF_COMPANY, known)).toBe(false);
    expect(isOfOtherPsu(OF_COMPANY, { ...one, signedBy: ['a'], corporateId: 'y' })).toBe(true);
    expect(isOfOtherPsu(A, known)).toBe(true);
  });
});
