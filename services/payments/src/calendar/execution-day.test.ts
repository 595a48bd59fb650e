import { type AspspProfile, PROFILE_PRESETS } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import { executionDay } from './execution-day.ts';

const PROFILE: AspspProfile = {
  ...PROFILE_PRESETS['hr-full'],
  executionTimes: {
    'target-2-payments': { bankingDays: 'target', cutOff: '16:30', bookedAtOnce: false },
    'domestic-credit-transfers-hr': { bankingDays: 'targetAndCroatian', cutOff: '16:30', bookedAtOnce: false },
    'sepa-credit-transfers': { bankingDays: 'target', cutOff: '16:30', bookedAtOnce: true },
  },
};
const T2 = 'target-2-payments';
const SEPA = 'sepa-credit-transfers';
const DOMESTIC = 'domestic-credit-transfers-hr';
const INSTANT = 'instant-domestic-credit-transfers-hr';

// Zagreb is one hour ahead of UTC in winter, two in summer.
describe('a payment is submitted to the bank', () => {
  it.each([
    ['at once before the cut-off', T2, undefined, '2026-11-24T15:29:59Z', '2026-11-24', false],
    ['on the next banking day from the cut-off on', T2, undefined, '2026-11-24T15:30:00Z', '2026-11-25', false],
    ['by the clock of summer', T2, undefined, '2026-07-14T14:29:59Z', '2026-07-14', false],
    ['by the clock of summer, too late', T2, undefined, '2026-07-14T14:30:00Z', '2026-07-15', false],
    ['on Monday after the cut-off of a Friday', T2, undefined, '2026-11-20T16:00:00Z', '2026-11-23', false],
    ['on Monday when ordered on a Saturday evening', T2, undefined, '2026-11-21T20:00:00Z', '2026-11-23', false],
    ['at any hour where orders are booked at once', SEPA, undefined, '2026-11-21T20:00:00Z', '2026-11-21', false],
    ['at any hour where the product has no times', INSTANT, undefined, '2026-12-25T03:00:00Z', '2026-12-25', false],
    ['by the day of Zagreb, not of UTC', SEPA, undefined, '2026-11-23T23:30:00Z', '2026-11-24', false],
    ['on the day that was asked for', SEPA, '2026-11-30', '2026-11-24T09:00:00Z', '2026-11-30', false],
    [
      'on the next banking day after a requested Sunday',
      SEPA,
      '2026-11-29',
      '2026-11-24T09:00:00Z',
      '2026-11-30',
      true,
    ],
    ['after Easter', SEPA, '2027-03-26', '2027-03-01T09:00:00Z', '2027-03-30', true],
    [
      'after a Croatian holiday, of domestic payments',
      DOMESTIC,
      '2027-05-27',
      '2027-05-03T09:00:00Z',
      '2027-05-28',
      true,
    ],
    ['on it, of SEPA payments', SEPA, '2027-05-27', '2027-05-03T09:00:00Z', '2027-05-27', false],
    [
      'tomorrow, where today was asked for after the cut-off',
      SEPA,
      '2026-11-24',
      '2026-11-24T17:00:00Z',
      '2026-11-25',
      true,
    ],
    [
      'today, where the day passed before the PSU approved',
      SEPA,
      '2026-11-23',
      '2026-11-24T09:00:00Z',
      '2026-11-24',
      true,
    ],
  ] as const)('%s', (_, product, requested, at, executeOn, changed) => {
    expect(executionDay(PROFILE, { product, requested, at: new Date(at) })).toEqual({ executeOn, changed });
  });
});
