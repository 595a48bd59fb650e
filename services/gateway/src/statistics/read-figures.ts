import { bankDay } from '@xs2a/service-kit';
import type { PsuInterfaceDay } from '../model/psu-interface-day.ts';
import type { StatisticsDay } from '../model/statistics-day.ts';
import type { Times } from '../model/statistics-minute.ts';
import { daysOfQuarter, quarterOf, quartersBetween } from './quarter.ts';
import type { StatisticsStore } from './statistics-store.ts';
import { type BankTime, sumUpOpenDays } from './sum-up-days.ts';

/** Name of the dedicated interface, as opposed to the bank's own interfaces. */
export const DEDICATED = 'dedicated';
const DAY_SECONDS = 86_400;
const PERCENT = 100;

/** Published figures of one interface and day (EBA/GL/2018/07, 2.2 and 2.3). Means and rates are absent if there were no requests. */
export interface DayFigures {
  readonly date: string;
  readonly name: string;
  readonly uptimePercent: number;
  readonly downtimePercent: number;
  readonly downtimeSeconds: number;
  readonly pispMs: number | undefined;
  readonly aispMs: number | undefined;
  readonly cbpiiMs: number | undefined;
  readonly errorPercent: number | undefined;
  /** Observed seconds: less than a day on the first day and today. */
  readonly observedSeconds: number;
}

export interface PublishedQuarter {
  readonly quarter: string;
  /** All quarters with figures, newest first. */
  readonly quarters: readonly string[];
  /** Sorted by date, the dedicated interface first. */
  readonly figures: readonly DayFigures[];
}

/** Returns the figures of a quarter up to today, or undefined for an invalid quarter. The default is the current quarter. */
export async function readFigures(
  store: StatisticsStore,
  time: BankTime,
  asked?: string,
): Promise<PublishedQuarter | undefined> {
  const today = bankDay(time.now, time);
  const quarter = asked ?? quarterOf(today);
  const days = daysOfQuarter(quarter);
  if (days === undefined) return undefined;
  const within = { $gte: days.first, $lte: days.last };
  const [open, stored, own, [oldest]] = await Promise.all([
    sumUpOpenDays(store, time),
    store.days.find({ _id: within }).toArray(),
    store.psuInterfaceDays.find({ date: within }).toArray(),
    store.days.find().sort({ _id: 1 }).limit(1).toArray(),
  ]);
  const byDate = new Map([...stored, ...open.filter(isIn(days))].map((day) => [day._id, day]));
  const figures = [...[...byDate.values()].map(dedicatedFigures), ...own.map(ownFigures)];
  const firstDay = [oldest?._id, open[0]?._id, today].filter((day) => day !== undefined).toSorted()[0] ?? today;
  return { quarter, quarters: quartersBetween(firstDay, today), figures: figures.toSorted(byDateAndName) };
}

const isIn =
  ({ first, last }: { first: string; last: string }) =>
  ({ _id }: StatisticsDay): boolean =>
    _id >= first && _id <= last;

function dedicatedFigures({ _id, seconds, downSeconds, requests, errors, times }: StatisticsDay): DayFigures {
  return {
    date: _id,
    name: DEDICATED,
    ...availability(downSeconds, seconds),
    pispMs: meanOf(times.PISP),
    aispMs: meanOf(times.AISP),
    cbpiiMs: meanOf(times.CBPII),
    errorPercent: requests === 0 ? undefined : (errors / requests) * PERCENT,
    observedSeconds: seconds,
  };
}

function ownFigures({ date, name, downSeconds, pispMs, aispMs, cbpiiMs, errorPercent }: PsuInterfaceDay): DayFigures {
  return {
    date,
    name,
    ...availability(downSeconds, DAY_SECONDS),
    pispMs,
    aispMs,
    cbpiiMs,
    errorPercent,
    observedSeconds: DAY_SECONDS,
  };
}

/** EBA/GL/2018/07, 2.4 a and b. */
function availability(downtimeSeconds: number, seconds: number) {
  const downtimePercent = seconds === 0 ? 0 : (downtimeSeconds / seconds) * PERCENT;
  return { downtimeSeconds, downtimePercent, uptimePercent: PERCENT - downtimePercent };
}

function meanOf(times: Times | undefined): number | undefined {
  return times === undefined || times.requests === 0 ? undefined : times.ms / times.requests;
}

function byDateAndName(a: DayFigures, b: DayFigures): number {
  const rank = ({ date, name }: DayFigures): string => `${date} ${name === DEDICATED ? '' : name}`;
  return rank(a) < rank(b) ? -1 : 1;
}
