import { addDays, bankDay, startOfDay } from '@xs2a/service-kit';
import type { StatisticsDay } from '../model/statistics-day.ts';
import { INFORMATION_ROLES, type StatisticsMinute } from '../model/statistics-minute.ts';
import { findOutages, firstSecondOf, type Observation, sumDowntimeMs } from './find-outages.ts';
import type { StatisticsStore } from './statistics-store.ts';

/** Time after which all replicas have written their counts. */
const WRITTEN_AFTER_MS = 60_000;
/** Number of past days that are summed up again, because a replica may have been cut off from the database. */
const SUMMED_AGAIN_DAYS = 3;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

export interface BankTime {
  readonly now: Date;
  readonly timeZone: string;
}

/** Sums up the days that are not final, from the minutes of all replicas, up to today. */
export async function sumUpOpenDays({ minutes, days }: StatisticsStore, time: BankTime): Promise<StatisticsDay[]> {
  const [[oldestMinute], [oldestDay], [newestDay]] = await Promise.all([
    minutes.find().sort({ _id: 1 }).limit(1).toArray(),
    days.find().sort({ _id: 1 }).limit(1).toArray(),
    days.find().sort({ _id: -1 }).limit(1).toArray(),
  ]);
  if (oldestMinute === undefined) return [];
  const today = bankDay(time.now, time);
  const firstDay = bankDay(oldestMinute._id, time);
  const since =
    oldestDay === undefined || firstDay <= oldestDay._id
      ? oldestMinute._id.getTime() + (firstSecondOf(oldestMinute.alive) ?? 0) * SECOND_MS
      : startOfDay(oldestDay._id, time).getTime();
  const again = addDays(today, -SUMMED_AGAIN_DAYS);
  const nextDay = newestDay === undefined ? firstDay : addDays(newestDay._id, 1);
  const first = max(nextDay < again ? nextDay : again, oldestDay === undefined ? firstDay : oldestDay._id);
  // One more day, because a series of requests may begin before midnight.
  const before = addDays(first, -1);
  const from = Math.max(since, startOfDay(before, time).getTime());
  const until = secondOf(time.now.getTime() - WRITTEN_AFTER_MS);
  const [previous, stored] = await Promise.all([
    days.findOne({ _id: addDays(before, -1) }),
    minutes.find({ _id: { $gt: new Date(from - MINUTE_MS), $lt: new Date(until) } }).toArray(),
  ]);
  const observed = { minutes: stored, from, until, isDown: previous?.endedDown ?? false };
  const outages = findOutages(observed);
  return daysFrom(first, today).map((day) => sumUpDay(day, { ...observed, outages }, time));
}

interface Observed extends Observation {
  /** Calculated over all days: a series completed after midnight may begin before it. */
  readonly outages: ReturnType<typeof findOutages>;
}

function sumUpDay(day: string, { minutes, outages, ...observed }: Observed, time: BankTime): StatisticsDay {
  const begins = startOfDay(day, time).getTime();
  const from = Math.max(begins, observed.from);
  const until = Math.max(from, Math.min(startOfDay(addDays(day, 1), time).getTime(), observed.until));
  const own = minutes.filter(({ _id }) => _id.getTime() >= begins && _id.getTime() < until);
  return {
    _id: day,
    seconds: (until - from) / SECOND_MS,
    downSeconds: sumDowntimeMs(outages, from, until) / SECOND_MS,
    endedDown: outages.unanswered.some((outage) => outage.from < until && until <= outage.to),
    ...sumsOf(own),
  };
}

function sumsOf(minutes: readonly StatisticsMinute[]): Pick<StatisticsDay, 'requests' | 'errors' | 'times'> {
  const sum = (of: (minute: StatisticsMinute) => number): number =>
    minutes.reduce((total, minute) => total + of(minute), 0);
  const times = INFORMATION_ROLES.flatMap((informed) => {
    const requests = sum((minute) => minute.times?.[informed]?.requests ?? 0);
    return requests === 0 ? [] : [[informed, { requests, ms: sum((minute) => minute.times?.[informed]?.ms ?? 0) }]];
  });
  return {
    requests: sum(({ requests }) => requests),
    errors: sum(({ errors }) => errors),
    times: Object.fromEntries(times) as StatisticsDay['times'],
  };
}

/** Stores ended days. Summing up again gives the same result, so any replica may do it any number of times. */
export async function storeEndedDays(store: StatisticsStore, time: BankTime): Promise<void> {
  const today = bankDay(new Date(time.now.getTime() - WRITTEN_AFTER_MS), time);
  for (const day of await sumUpOpenDays(store, time)) {
    if (day._id < today) await store.days.replaceOne({ _id: day._id }, day, { upsert: true });
  }
}

function daysFrom(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

const max = (a: string, b: string): string => (a > b ? a : b);
const secondOf = (ms: number): number => Math.floor(ms / SECOND_MS) * SECOND_MS;
