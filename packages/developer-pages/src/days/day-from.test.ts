import { expect, test } from 'vitest';
import { dayFrom } from './day-from.ts';

test.each([
  ['2026-11-23T22:59:59Z', 0, '2026-11-23'],
  ['2026-11-23T23:00:00Z', 0, '2026-11-24'],
  ['2026-11-23T23:00:00Z', 1, '2026-11-25'],
  ['2026-07-01T22:00:00Z', -30, '2026-06-02'],
])('an example shown at %s has the date of the bank %i days later: %s', (moment, ahead, day) => {
  expect(dayFrom({ today: new Date(moment), profile: { timeZone: 'Europe/Zagreb' } }, ahead)).toBe(day);
});

test('the time zone is that of the profile', () => {
  const today = new Date('2026-11-23T23:30:00Z');
  expect(dayFrom({ today, profile: { timeZone: 'Europe/Lisbon' } }, 0)).toBe('2026-11-23');
});
