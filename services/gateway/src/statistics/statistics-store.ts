import type { Collection, Db } from 'mongodb';
import { PSU_INTERFACE_DAYS, type PsuInterfaceDay } from '../model/psu-interface-day.ts';
import { STATISTICS_DAYS, type StatisticsDay } from '../model/statistics-day.ts';
import { STATISTICS_MINUTES, type StatisticsMinute } from '../model/statistics-minute.ts';

/** Collections of the statistics, in the gateway's database. */
export interface StatisticsStore {
  readonly minutes: Collection<StatisticsMinute>;
  readonly days: Collection<StatisticsDay>;
  readonly psuInterfaceDays: Collection<PsuInterfaceDay>;
}

export function statisticsStore(db: Db): StatisticsStore {
  return {
    minutes: db.collection(STATISTICS_MINUTES.name),
    days: db.collection(STATISTICS_DAYS.name),
    psuInterfaceDays: db.collection(PSU_INTERFACE_DAYS.name),
  };
}
