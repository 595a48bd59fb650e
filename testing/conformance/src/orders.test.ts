import { expect, it } from 'vitest';
import { day } from './orders.ts';

it.each([
  ['2026-11-22T22:59:59Z', '2026-11-22'],
  ['2026-11-22T23:00:00Z', '2026-11-23'],
  ['2026-07-01T22:00:00Z', '2026-07-02'],
])('at %s it is %s in Zagreb', (now, today) => {
  expect(day(0, Date.parse(now))).toBe(today);
  expect(day(-3, Date.parse(now))).toBe(new Date(Date.parse(today) - 3 * 86_400_000).toISOString().slice(0, 10));
});
