import { addDays } from '@xs2a/service-kit';
import { describe, expect, it } from 'vitest';
import { nextOccurrence, type Series } from './occurrences.ts';

const BASE: Series = {
  startDate: '2026-12-01',
  frequency: 'Monthly',
  bankingDays: 'every',
  executionRule: 'following',
};
const DAYS = 400;

/**
 * Simulates 400 days, one by one, and executes due occurrences like the service. Returns the days of execution; with `for`, the
 * dates of the occurrences.
 */
function live(series: Partial<Series>, written: 'on' | 'for' = 'on'): string[] {
  const whole = { ...BASE, ...series };
  const executed: string[] = [];
  let next = nextOccurrence(whole);
  for (let day = '2026-11-21', count = 0; count < DAYS; day = addDays(day, 1), count++) {
    while (next !== undefined && next.executeOn <= day) {
      executed.push(written === 'on' ? next.executeOn : next.date);
      next = nextOccurrence(whole, next.date);
    }
  }
  return executed;
}

const days = (text: string): string[] => text.trim().split(/\s+/);

// 400 days from Saturday 2026-11-21 end on Saturday 2027-12-25. The tables below were written from a calendar.
describe('over 400 days a standing order is executed', () => {
  it.each<[string, Partial<Series>, string]>([
    [
      'Monthly, on the day of startDate',
      { startDate: '2026-12-15' },
      `2026-12-15 2027-01-15 2027-02-15 2027-03-15 2027-04-15 2027-05-15 2027-06-15 2027-07-15 2027-08-15 2027-09-15
       2027-10-15 2027-11-15 2027-12-15`,
    ],
    [
      'Monthly on 31, which is the last day of each month',
      { dayOfExecution: '31' },
      `2026-12-31 2027-01-31 2027-02-28 2027-03-31 2027-04-30 2027-05-31 2027-06-30 2027-07-31 2027-08-31 2027-09-30
       2027-10-31 2027-11-30`,
    ],
    [
      'Monthly from 31 January without a day, at the end of shorter months and back on 31',
      { startDate: '2027-01-31', endDate: '2027-05-31' },
      '2027-01-31 2027-02-28 2027-03-31 2027-04-30 2027-05-31',
    ],
    ['with a leading zero', { dayOfExecution: '05', endDate: '2027-02-05' }, '2026-12-05 2027-01-05 2027-02-05'],
    [
      'first on the day of the month after startDate, where that has passed',
      { startDate: '2026-12-20', dayOfExecution: '10', endDate: '2027-03-09' },
      '2027-01-10 2027-02-10',
    ],
    [
      'EveryTwoMonths',
      { frequency: 'EveryTwoMonths', dayOfExecution: '1' },
      '2026-12-01 2027-02-01 2027-04-01 2027-06-01 2027-08-01 2027-10-01 2027-12-01',
    ],
    ['Quarterly', { frequency: 'Quarterly', dayOfExecution: '30' }, '2026-12-30 2027-03-30 2027-06-30 2027-09-30'],
    ['SemiAnnual', { frequency: 'SemiAnnual' }, '2026-12-01 2027-06-01 2027-12-01'],
    ['Annual', { frequency: 'Annual' }, '2026-12-01 2027-12-01'],
    [
      'MonthlyVariable in the months named',
      { frequency: 'MonthlyVariable', monthsOfExecution: ['2', '06', '12'], dayOfExecution: '31' },
      '2026-12-31 2027-02-28 2027-06-30',
    ],
    [
      'Weekly on the weekday of startDate, over both changes of the clock',
      { frequency: 'Weekly', startDate: '2027-03-21', endDate: '2027-04-11' },
      '2027-03-21 2027-03-28 2027-04-04 2027-04-11',
    ],
    [
      'EveryTwoWeeks',
      { frequency: 'EveryTwoWeeks', startDate: '2027-10-17', endDate: '2027-12-12' },
      '2027-10-17 2027-10-31 2027-11-14 2027-11-28 2027-12-12',
    ],
    [
      'Daily',
      { frequency: 'Daily', startDate: '2027-02-26', endDate: '2027-03-02' },
      '2027-02-26 2027-02-27 2027-02-28 2027-03-01 2027-03-02',
    ],
  ])('%s', (_, series, expected) => {
    expect(live(series)).toEqual(days(expected));
  });

  it('moved forward from non-banking days', () => {
    const series = { dayOfExecution: '1', bankingDays: 'target' } as const;
    expect(live(series)).toEqual(
      days(`2026-12-01 2027-01-04 2027-02-01 2027-03-01 2027-04-01 2027-05-03 2027-06-01 2027-07-01 2027-08-02
            2027-09-01 2027-10-01 2027-11-01 2027-12-01`),
    );
    expect(live(series, 'for')).toContain('2027-05-01');
  });

  it('moved back to the banking day before', () => {
    expect(live({ dayOfExecution: '31', bankingDays: 'target', executionRule: 'preceding' })).toEqual(
      days(`2026-12-31 2027-01-29 2027-02-26 2027-03-31 2027-04-30 2027-05-31 2027-06-30 2027-07-30 2027-08-31
            2027-09-30 2027-10-29 2027-11-30`),
    );
  });

  it('around Easter and Croatian holidays', () => {
    // Good Friday 26 and Easter Monday 29 March; Corpus Christi 27 May 2027.
    const series = { frequency: 'Daily', startDate: '2027-03-25', endDate: '2027-03-31' } as const;
    expect(live({ ...series, bankingDays: 'target' })).toEqual(
      days('2027-03-25 2027-03-30 2027-03-30 2027-03-30 2027-03-30 2027-03-30 2027-03-31'),
    );
    const weekly = { frequency: 'Weekly', startDate: '2027-05-20', endDate: '2027-06-03' } as const;
    expect(live({ ...weekly, bankingDays: 'targetAndCroatian' })).toEqual(days('2027-05-20 2027-05-28 2027-06-03'));
  });
});

describe('nothing is executed outside startDate and endDate', () => {
  it.each<[string, Partial<Series>, string]>([
    ['endDate itself is a day of execution', { dayOfExecution: '10', endDate: '2027-01-10' }, '2026-12-10 2027-01-10'],
    ['a day after it is none', { dayOfExecution: '10', endDate: '2027-01-09' }, '2026-12-10'],
    [
      'a shift forward over the end goes back',
      { dayOfExecution: '31', endDate: '2027-01-31', bankingDays: 'target' },
      '2026-12-31 2027-01-29',
    ],
    [
      'a shift back before the start goes forward',
      { startDate: '2026-12-05', endDate: '2026-12-31', bankingDays: 'target', executionRule: 'preceding' },
      '2026-12-07',
    ],
  ])('%s', (_, series, expected) => {
    expect(live(series)).toEqual(days(expected));
  });

  it('a period of only a weekend has no execution', () => {
    const series = {
      startDate: '2026-12-05',
      endDate: '2026-12-06',
      frequency: 'Daily',
      bankingDays: 'target',
    } as const;
    expect(nextOccurrence({ ...BASE, ...series })).toBeUndefined();
  });
});

describe('an occurrence', () => {
  it('of 29 February comes every year, on the last day of February in common years', () => {
    const series = { ...BASE, frequency: 'Annual', startDate: '2028-02-29' } as const;
    expect(nextOccurrence(series, '2028-02-29')?.date).toBe('2029-02-28');
    expect(nextOccurrence(series, '2031-03-01')?.date).toBe('2032-02-29');
  });

  it('is the same, whichever earlier day it is computed from', () => {
    const series = { ...BASE, frequency: 'EveryTwoWeeks', startDate: '2026-12-02' } as const;
    for (const after of ['2026-12-16', '2026-12-17', '2026-12-29']) {
      expect(nextOccurrence(series, after)?.date).toBe('2026-12-30');
    }
  });
});
