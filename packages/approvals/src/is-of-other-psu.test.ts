import { describe, expect, it } from 'vitest';
import { isOfOtherPsu } from './is-of-other-psu.ts';

const A = { onBehalfOf: { psuId: 'a' } };
const OF_COMPANY = { onBehalfOf: { psuId: 'a', corporateId: 'x' } };
const one = { signaturesNeeded: 1, signedBy: [] };

describe('a resource belongs to another PSU than that of the access token (decision 97)', () => {
  it.each([
    ['is named by it', { ...one, namedPsu: { psuId: 'b' } }],
    ['approved it', { ...one, signedBy: ['b'] }],
    ['approved it together with a further one', { signaturesNeeded: 2, signedBy: ['b', 'c'] }],
  ])('if another PSU %s', (_, known) => {
    expect(isOfOtherPsu(A, known, { isOpen: true })).toBe(true);
    expect(isOfOtherPsu({ onBehalfOf: { psuId: 'b' } }, known, { isOpen: true })).toBe(false);
    expect(isOfOtherPsu({}, known, { isOpen: true })).toBe(false);
  });

  it.each([
    ['has no PSU yet', one],
    ['waits for a further PSU', { signaturesNeeded: 2, signedBy: ['b'] }],
    ['waits, and the bank has not reported for how many PSUs', { namedPsu: { psuId: 'b' }, signedBy: [] }],
  ])('but not if it %s', (_, known) => {
    expect(isOfOtherPsu(A, known, { isOpen: true })).toBe(false);
  });

  it.each([
    ['waited for a further PSU', { signaturesNeeded: 2, signedBy: ['b'] }],
    ['waited, and the bank had not reported for how many PSUs', { signedBy: ['b'] }],
  ])('if it %s and can no longer be approved', (_, known) => {
    expect(isOfOtherPsu(A, known)).toBe(true);
    expect(isOfOtherPsu({ onBehalfOf: { psuId: 'b' } }, known)).toBe(false);
  });

  it('if the two act for different companies, and not if they act for the same one', () => {
    const known = { ...one, namedPsu: { psuId: 'b', corporateId: 'x' } };
    expect(isOfOtherPsu(OF_COMPANY, known)).toBe(false);
    expect(isOfOtherPsu(OF_COMPANY, { ...one, signedBy: ['a'], corporateId: 'y' })).toBe(true);
    expect(isOfOtherPsu(A, known)).toBe(true);
  });
});
