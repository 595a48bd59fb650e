// Statistics of the interface by EBA/GL/2018/07, as the gateway publishes them at /statistics:
//   npm run statistics                            the present quarter as CSV, one line for each day and interface
//   npm run statistics -- --quarter 2026-Q4       another quarter
//   npm run statistics -- --import figures.csv    stores the bank's figures of its own interfaces, which are published beside them
// The file has the columns date,interface,downtimeSeconds,pispMs,aispMs,cbpiiMs,errorPercent. The same day and interface again
// replaces what was stored.
// MONGO_URL is the address of the gateway's database; the operator's user is in the variables that services have. Without any of
// them it is `npm start` in this folder. MONGO_DATABASE overrides its name. PROFILE is that of the services.
// Exits with 0, or with 2 and an error message if it could not read or store.
import { readFileSync } from 'node:fs';
import {
  parsePsuInterfaceDays,
  readFigures,
  statisticsStore,
  storePsuInterfaceDays,
  toCsv,
} from '@xs2a/gateway/statistics';
import { DatabaseConfig, databaseAddress, KitConfig, loadProfile, readConfig } from '@xs2a/service-kit';
import { MongoClient } from 'mongodb';
import { readArguments } from './read-arguments.ts';
import { commandEnv } from './start/local-identity.ts';

const { values } = readArguments(import.meta.filename, {
  options: { quarter: { type: 'string' }, import: { type: 'string' } },
});
try {
  const days = values.import === undefined ? undefined : parsePsuInterfaceDays(readFileSync(values.import, 'utf8'));
  const { timeZone } = loadProfile(KitConfig.shape.PROFILE.parse(process.env['PROFILE']));
  const { url, options } = databaseAddress(readConfig(DatabaseConfig, commandEnv('operator')));
  await using client = new MongoClient(url, {
    ...options,
    appName: 'statistics',
    writeConcern: { w: 'majority', journal: true },
    readConcern: { level: 'majority' },
    serverSelectionTimeoutMS: 3_000,
    useBigInt64: true,
    ignoreUndefined: true,
  });
  const store = statisticsStore(client.db(process.env['MONGO_DATABASE'] ?? 'gateway'));
  if (days !== undefined) {
    await storePsuInterfaceDays(store, days);
    process.stdout.write(`${days.length} days stored\n`);
  } else {
    const published = await readFigures(store, { now: new Date(), timeZone }, values.quarter);
    if (published === undefined) throw new Error(`${values.quarter} is no quarter such as 2026-Q4`);
    process.stdout.write(toCsv(published.figures));
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
