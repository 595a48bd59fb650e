import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BooleanInQuery, BooleanOrText, IntegerOrText, IsoDate } from '../index.ts';

describe('booleans and numbers', () => {
  it.each([
    [true, true],
    [false, false],
    ['true', true],
    ['false', false],
  ])('%j means %j', (sent, meant) => expect(BooleanOrText.parse(sent)).toBe(meant));

  it.each(['True', 'yes', '1', '', 1, 0, null, undefined, [], ' true'])('%j is not a boolean', (sent) => {
    expect(BooleanOrText.safeParse(sent).success).toBe(false);
  });

  it.each([
    ['true', true],
    ['True', true],
    ['FALSE', false],
  ])('%j in a query means %j', (sent, meant) => expect(BooleanInQuery.parse(sent)).toBe(meant));

  it.each(['yes', 'truefalse', '1', '', ' true', 1, null])('%j in a query is not a boolean', (sent) => {
    expect(BooleanInQuery.safeParse(sent).success).toBe(false);
  });

  it('accept any whole number as JSON or text, and nothing else', () => {
    fc.assert(
      fc.property(fc.nat({ max: 999_999_999 }), (number) => {
        expect(IntegerOrText.parse(number)).toBe(number);
        expect(IntegerOrText.parse(String(number))).toBe(number);
      }),
    );
    for (const sent of ['', '4.0', '-1', '1e2', '0x1', 4.5, null, true, Number.NaN, '1234567890']) {
      expect(IntegerOrText.safeParse(sent).success).toBe(false);
    }
  });
});

describe('dates', () => {
  it.each(['2026-02-28', '2028-02-29', '2026-12-31'])('%s is accepted', (day) => expect(IsoDate.parse(day)).toBe(day));
  it.each(['2026-02-29', '2026-13-01', '2026-1-1', '20260101', '2026-01-01T00:00:00Z', ''])('%j is refused', (day) => {
    expect(IsoDate.safeParse(day).success).toBe(false);
  });
});
