import { PSU_DATA_OPERATIONS, type PsuDataService } from '@xs2a/contracts';
import { erasePsuData } from '../personal-data/erase-psu-data.ts';
import { readPsuData } from '../personal-data/read-psu-data.ts';
import { type Handler, handler } from './handler.ts';
import type { Kit } from './kit.ts';
import type { Service } from './service.ts';

/** Handlers of the operations that report and erase data of a PSU, which work on the table of the service. */
export function psuDataHandlers(
  { name, personalData }: Pick<Service, 'name' | 'personalData'>,
  kit: Kit,
): Handler<unknown>[] {
  if (personalData === undefined || !(name in PSU_DATA_OPERATIONS)) return [];
  const { read, erase } = PSU_DATA_OPERATIONS[name as PsuDataService];
  const { database, bus, now, log, profile } = kit;
  const place = { personalData, profile, database, bus, now, log, db: database.db, stored: database.stored };
  return [
    handler(read, (_, request) => readPsuData(place, request)),
    handler(erase, (_, request) => erasePsuData(place, request)),
  ];
}
