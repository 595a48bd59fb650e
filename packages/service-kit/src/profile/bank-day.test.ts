import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { addDays, bankDate, bankDay, bankTime, secondsToNextDay } from '../index.ts';

const ZAGREB = { timeZone: 'Europe/Zagreb' };

describe('a time from the bank', () => {
  it.each([
    ['2025-07-23T00:00:00.000000000', '2025-07-23T00:00:00+02:00'],
    ['2026-11-20T00:00:00', '2026-11-20T00:00:00+01:00'],
    ['2026-11-20T00:00', '2026-11-20T00:00:00+01:00'],
    ['2026-11-20 10:15:00.5', '2026-11-20T10:15:00.5+01:00'],
    ['2026-11-20T10:15:00.123456789Z', '2026-11-20T10:15:00.123Z'],
    ['2026-11-20T10:15:00-05:00', '2026-11-20T10:15:00-05:00'],
    ['2026-11-20T24:00:00', '2026-11-21T00:00:00+01:00'],
    ['2026-10-25T02:30:00', '2026-10-25T02:30:00+02:00'],
  ])('%s becomes %s by RFC 3339, in the time zone of Zagreb if it has no offset', (said, time) => {
    expect(bankTime(said, ZAGREB)).toBe(time);
  });

  it.each(['20.11.2026', '2026-02-30T10:00:00', '2026-11-20', 'yesterday', '2026-11-20T10:15:00.1234567890'])(
    '%s is rejected',
    (said) => {
      expect(bankTime(said, ZAGREB)).toBeUndefined();
    },
  );
});

describe('a date from the bank', () => {
  it.each([
    ['2026-11-20', '2026-11-20'],
    ['2026-11-20+01:00', '2026-11-20'],
    ['2026-11-20T10:15:00', '2026-11-20'],
    ['2026-11-19T23:30:00Z', '2026-11-20'],
    ['2026-02-30', undefined],
    ['20.11.2026', undefined],
  ])('%s becomes %s', (said, day) => {
    expect(bankDate(said, ZAGREB)).toBe(day);
  });
});

describe('a calendar day of the bank', () => {
  it.each([
    ['2026-12-31T22:59:59.999Z', '2026-12-31'],
    ['2026-12-31T23:00:00.000Z', '2027-01-01'],
    ['2026-07-01T21:59:59.999Z', '2026-07-01'],
    ['2026-07-01T22:00:00.000Z', '2026-07-02'],
    ['2026-10-24T22:00:00.000Z', '2026-10-25'],
    ['2026-10-25T22:59:59.999Z', '2026-10-25'],
    ['2026-10-25T23:00:00.000Z', '2026-10-26'],
  ])('at %s is %s in Zagreb, in winter and summer time', (moment, day) => {
    expect(bankDay(new Date(moment), ZAGREB)).toBe(day);
  });

  it('equals that of a calendar library, at any moment and in any time zone', () => {
    const zones = fc.constantFrom('Europe/Zagreb', 'UTC', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland');
    const moments = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(moments, zones, (at, timeZone) => {
        const zoned = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
        return bankDay(at, { timeZone }) === zoned.toPlainDate().toString();
      }),
    );
  });

  it('begins and ends at a full minute of UTC, also in unusual time zones, so that a result can be cached for a minute', () => {
    const minuteMs = 60_000;
    for (const timeZone of ['Europe/Zagreb', 'America/St_Johns', 'Antarctica/Casey', 'Australia/Lord_Howe']) {
      const isWhole = (ms: number) => Number.isInteger(ms / minuteMs);
      let at: Temporal.ZonedDateTime | null = Temporal.Instant.from('2000-01-01T00:00Z').toZonedDateTimeISO(timeZone);
      while (at !== null && at.year <= 2040) {
        const { epochMilliseconds, offsetNanoseconds } = at;
        const found = [isWhole(epochMilliseconds), isWhole(offsetNanoseconds / 1e6)];
        expect([timeZone, at.year, ...found]).toEqual([timeZone, at.year, true, true]);
        at = at.getTimeZoneTransition('next');
      }
    }
  });

  it('is not read from the cache across midnight', () => {
    const said = ['21:59:59.999', '22:00:00.000', '22:00:59.999', '21:59:00.000'].map((time) =>
      bankDay(new Date(`2026-07-01T${time}Z`), ZAGREB),
    );
    expect(said).toEqual(['2026-07-01', '2026-07-02', '2026-07-02', '2026-07-01']);
  });

  it('throws for an invalid date', () => {
    expect(() => bankDay(new Date(Number.NaN), ZAGREB)).toThrow(RangeError);
  });

  it.each([
    ['a second before midnight', '2026-06-15T21:59:59.000Z', 1],
    ['a millisecond before it, rounded up', '2026-06-15T21:59:59.999Z', 1],
    ['midnight itself, a whole day', '2026-06-15T22:00:00.000Z', 86_400],
    ['the day on which clocks go forward, 23 hours long', '2027-03-27T23:00:00.000Z', 23 * 3_600],
    ['the day on which clocks go back, 25 hours long', '2026-10-24T22:00:00.000Z', 25 * 3_600],
    ['the second of the two hours that are called 02:30', '2026-10-25T01:30:00.000Z', 21.5 * 3_600],
  ])('ends after a whole number of seconds: %s', (_, moment, seconds) => {
    expect(secondsToNextDay(new Date(moment), ZAGREB)).toBe(seconds);
  });

  it('has an exact secondsToNextDay at any moment and in any time zone', () => {
    const zones = fc.constantFrom('Europe/Zagreb', 'UTC', 'America/Sao_Paulo', 'Asia/Kathmandu', 'Pacific/Auckland');
    const moments = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(moments, zones, (at, timeZone) => {
        const later = (seconds: number) => bankDay(new Date(at.getTime() + seconds * 1_000), { timeZone });
        const seconds = secondsToNextDay(at, { timeZone });
        return later(seconds) === addDays(later(0), 1) && later(seconds - 1) === later(0);
      }),
    );
  });

  it('is moved correctly across month ends and leap days', () => {
    expect([addDays('2026-12-31', 1), addDays('2028-02-28', 1), addDays('2026-03-01', -1)]).toEqual([
      '2027-01-01',
      '2028-02-29',
      '2026-02-28',
    ]);
  });
});
