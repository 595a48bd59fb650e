import { describe, expect, it } from 'vitest';
import { easterSunday, isBankingDay, nearestBankingDay } from './banking-days.ts';

// Every date in this file was taken from calendars, not from the functions under test.

describe('Easter Sunday', () => {
  it.each([
    '1961-04-02',
    '2000-04-23',
    '2008-03-23',
    '2011-04-24',
    '2019-04-21',
    '2024-03-31',
    '2025-04-20',
    '2026-04-05',
    '2027-03-28',
    '2028-04-16',
    '2029-04-01',
    '2030-04-21',
    '2038-04-25',
    '2049-04-18',
    '2076-04-19',
  ])('%s', (day) => {
    expect(easterSunday(Number(day.slice(0, 4)))).toBe(day);
  });
});

describe('TARGET is closed on', () => {
  it.each([
    ['a Saturday', '2026-11-21'],
    ['a Sunday', '2026-11-22'],
    ['New Year', '2027-01-01'],
    ['Good Friday 2026', '2026-04-03'],
    ['Easter Monday 2026', '2026-04-06'],
    ['Good Friday 2027', '2027-03-26'],
    ['Easter Monday 2027', '2027-03-29'],
    ['Labour Day', '2026-05-01'],
    ['Christmas', '2026-12-25'],
    ['26 December', '2028-12-26'],
  ])('%s', (_, day) => {
    expect(isBankingDay('target', day)).toBe(false);
    expect(isBankingDay('targetAndCroatian', day)).toBe(false);
    expect(isBankingDay('every', day)).toBe(true);
  });
});

describe('Croatian holidays close domestic payments and not TARGET:', () => {
  it.each([
    ['Epiphany', '2027-01-06'],
    ['Corpus Christi 2026', '2026-06-04'],
    ['Corpus Christi 2027', '2027-05-27'],
    ['Corpus Christi 2028', '2028-06-15'],
    ['anti-fascist struggle', '2026-06-22'],
    ['statehood', '2028-05-30'],
    ['victory and homeland thanksgiving', '2026-08-05'],
    ['Assumption', '2028-08-15'],
    ['All Saints', '2027-11-01'],
    ['remembrance of Vukovar', '2026-11-18'],
  ])('%s', (_, day) => {
    expect(isBankingDay('targetAndCroatian', day)).toBe(false);
    expect(isBankingDay('target', day)).toBe(true);
  });
});

describe('banking days are', () => {
  it.each([
    '2026-11-20',
    '2026-11-23',
    '2026-12-24',
    '2026-12-31',
    '2027-01-04',
    '2026-04-02',
    '2026-04-07',
    '2027-05-31',
  ])('%s', (day) => {
    expect(isBankingDay('targetAndCroatian', day)).toBe(true);
  });
});

describe('the nearest banking day', () => {
  it.each([
    ['2026-04-03', 'following', '2026-04-07'],
    ['2026-04-06', 'preceding', '2026-04-02'],
    ['2026-12-25', 'following', '2026-12-28'],
    ['2027-01-01', 'preceding', '2026-12-31'],
    ['2026-11-24', 'following', '2026-11-24'],
  ] as const)('of %s, %s, is %s', (day, rule, expected) => {
    expect(nearestBankingDay('target', day, rule)).toBe(expected);
  });
});
