import type { Log } from '../observability/log.ts';
import type { Database } from './database.ts';

/** The oldest version of MongoDB that still gets corrections. Older ones are for trying only. */
const MAJOR_MIN = 7;

/** Logs a warning where the server is a version that nobody corrects any more. */
export async function warnOfOldServer(
  database: Pick<Database, 'serverVersion'>,
  log: Pick<Log, 'warn'>,
): Promise<void> {
  const version = await database.serverVersion();
  if (Number.parseInt(version, 10) >= MAJOR_MIN) return;
  log.warn({ event: 'databaseServerOld' }, `MongoDB ${version} is for trying only: use ${MAJOR_MIN} or newer`);
}
