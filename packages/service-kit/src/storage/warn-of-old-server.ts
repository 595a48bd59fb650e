import type { Log } from '../observability/log.ts';
import type { Database } from './database.ts';

/** The oldest MongoDB version that still gets fixes. Older ones are only for trials. */
const MAJOR_MIN = 7;

/** Logs a warning if the server version no longer gets fixes. */
export async function warnOfOldServer(
  database: Pick<Database, 'serverVersion'>,
  log: Pick<Log, 'warn'>,
): Promise<void> {
  const version = await database.serverVersion();
  if (Number.parseInt(version, 10) >= MAJOR_MIN) return;
  log.warn({ event: 'databaseServerOld' }, `MongoDB ${version} is for trying only: use ${MAJOR_MIN} or newer`);
}
