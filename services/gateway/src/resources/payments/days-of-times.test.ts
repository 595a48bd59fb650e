import { describe, expect, it } from 'vitest';
import { withDaysOfTimes, withoutDaysOfTimes } from './days-of-times.ts';

const ZAGREB = { timeZone: 'Europe/Zagreb' };
const sent = (body: object) => withDaysOfTimes({ body }, ZAGREB).body;

describe('a standing order with times', () => {
  it('has their days on the clock of the bank', () => {
    const times = { startDateTime: '2027-01-31T23:30:00Z', endDateTime: '2027-06-30T08:00:00+02:00' };
    expect(sent(times)).toEqual({ ...times, startDate: '2027-02-01', endDate: '2027-06-30' });
  });

  it.each([
    ['startDateTime', { startDateTime: '2027-01-31T23:30:00Z', startDate: '2027-01-31' }],
    ['endDateTime', { startDate: '2027-01-31', endDateTime: '2027-06-30T08:00:00Z', endDate: '2027-06-30' }],
  ])('is refused if it has a day beside %s, and the refusal names the time', (path, body) => {
    expect(() => sent(body)).toThrow(expect.objectContaining({ situation: 'fieldInvalid', path }));
  });

  it.each([[undefined], ['2027-01-31T23:30:00'], [17], [null]])('leaves %j to the schema', (startDateTime) => {
    expect(sent({ startDateTime })).toEqual({ startDateTime });
  });

  it('is read as it was sent: without the days of its times', () => {
    const body = { startDate: '2027-02-01', startDateTime: '2027-01-31T23:30:00Z', endDate: '2027-06-30' };
    expect(withoutDaysOfTimes(body)).toEqual({ startDateTime: '2027-01-31T23:30:00Z', endDate: '2027-06-30' });
  });
});
