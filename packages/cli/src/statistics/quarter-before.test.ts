import { expect, it } from 'vitest';
import { quarterBefore } from './quarter-before.ts';

it.each([
  ['2026-01-01', '2025-Q4'],
  ['2026-03-31', '2025-Q4'],
  ['2026-04-01', '2026-Q1'],
  ['2026-12-31', '2026-Q3'],
])('the quarter before that of %s is %s', (day, quarter) => {
  expect(quarterBefore(day)).toBe(quarter);
});
