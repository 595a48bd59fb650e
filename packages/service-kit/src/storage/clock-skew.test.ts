import { describe, expect, it } from 'vitest';
import { clockSkewMs } from './clock-skew.ts';

const second = (number: number): number => Date.UTC(2026, 2, 2, 9, 0, number);
const asked = { askedAt: second(10), answeredAt: second(15) };

describe("the difference to another machine's clock", () => {
  it('is zero if its time is between question and answer, however late the answer is', () => {
    for (const theirs of [10, 12, 15]) expect(clockSkewMs(new Date(second(theirs)), asked)).toBe(0);
  });

  it('is its distance before the question or after the answer', () => {
    expect(clockSkewMs(new Date(second(7)), asked)).toBe(3_000);
    expect(clockSkewMs(new Date(second(18)), asked)).toBe(3_000);
  });
});
