import { describe, expect, it } from 'vitest';
import { cutWarnings } from './cut-warnings.ts';

const DAY = '2027-05-26';

describe('a consent value that the bank reduces', () => {
  it.each([
    ['a later day', { validUntil: '2029-01-01' }, { validUntil: DAY }, ['validUntil']],
    ['more accesses a day', { frequencyPerDay: 24 }, { frequencyPerDay: 4 }, ['frequencyPerDay']],
    [
      'both',
      { validUntil: '2029-01-01', frequencyPerDay: 24 },
      { validUntil: DAY, frequencyPerDay: 4 },
      ['validUntil', 'frequencyPerDay'],
    ],
    ['the permitted values', { validUntil: DAY, frequencyPerDay: 4 }, { validUntil: DAY, frequencyPerDay: 4 }, []],
    ['the longest validity', { validUntil: '9999-12-31' }, { validUntil: DAY }, []],
    ['no last day, but a card with one', {}, { validUntil: DAY }, []],
    ['no last day at all', {}, {}, []],
    ['a day that an earlier version of the service does not return', { validUntil: '2029-01-01' }, undefined, []],
  ])('causes a warning, and other values cause none: %s', (_, asked, permitted, paths) => {
    expect(cutWarnings(asked, permitted).map(({ path }) => path)).toEqual(paths);
  });

  it('is stated in the warning as permitted', () => {
    const texts = cutWarnings(
      { validUntil: '2029-01-01', frequencyPerDay: 24 },
      { validUntil: DAY, frequencyPerDay: 4 },
    ).map(({ text }) => text);
    expect(texts).toEqual([expect.stringContaining(DAY), expect.stringMatching(/\b4\b/)]);
  });
});
