import { cpuMsOf } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';

/** Repeats work that takes 3 ms on two quiet cores. */
function work(times: number): number {
  let sum = 0;
  for (let round = 0; round < 4_000_000 * times; round++) sum += round % 7;
  return sum;
}

describe('CPU time of a piece of work against a limit', () => {
  it('is below it on a slow machine if it is on a quiet one', async () => {
    expect(await cpuMsOf(() => work(4), 30)).toBeLessThan(30);
  });

  it('is above it on any machine for twice the limit', async () => {
    expect(await cpuMsOf(() => work(40), 30)).toBeGreaterThan(30);
  });
});
