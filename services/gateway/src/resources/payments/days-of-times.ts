import { type AspspProfile, dayOfTime, Xs2aError } from '@xs2a/contracts';
import { z } from 'zod';
import type { Call } from '../../request/call.ts';

/** Fields of a standing order with a time, and those with its day, in place of which a TPP sends them. */
const DAYS = { startDateTime: 'startDate', endDateTime: 'endDate' } as const;
const Time = z.iso.datetime({ offset: true });

/** Returns the body of a standing order with the days of its times, in the bank's time zone. Refuses a time beside its day. */
export function withDaysOfTimes(
  { body }: Pick<Call, 'body'>,
  { timeZone }: Pick<AspspProfile, 'timeZone'>,
): Pick<Call, 'body'> {
  const days: Record<string, string> = {};
  const sent = (body ?? {}) as Record<string, unknown>;
  for (const [timeField, dayField] of Object.entries(DAYS)) {
    const time = Time.safeParse(sent[timeField]);
    // Another value is refused by the schema.
    if (!time.success) continue;
    if (sent[dayField] !== undefined && sent[dayField] !== null) {
      throw new Xs2aError('fieldInvalid', {
        path: timeField,
        text: `cannot be sent with ${dayField}: send one of both`,
      });
    }
    days[dayField] = dayOfTime(time.data, timeZone);
  }
  return Object.keys(days).length === 0 ? { body } : { body: { ...sent, ...days } };
}

/** Returns the body of a standing order as its TPP sent it: without the days of its times. */
export function withoutDaysOfTimes<Body extends object>(body: Body): Body {
  const added = Object.entries(DAYS).flatMap(([time, day]) => (time in body ? [day] : []));
  return Object.fromEntries(Object.entries(body).filter(([field]) => !added.some((day) => day === field))) as Body;
}
