// Statistics of the interface by EBA/GL/2018/07, as the gateway publishes them at /statistics:
//   npm run statistics                            the present quarter as CSV, one line for each day and interface
//   npm run statistics -- --quarter 2026-Q4       another quarter
//   npm run statistics -- --import figures.csv    stores the bank's figures of its own interfaces, which are published beside them
// The file has the columns date,interface,downtimeSeconds,pispMs,aispMs,cbpiiMs,errorPercent. The same day and interface again
// replaces what was stored.
// MONGO_URL is the address of the gateway's database; the operator's user is in the variables that services have. Without any of
// them it is `npm start` in this folder. MONGO_DATABASE overrides its name. PROFILE is that of the services.
// Exits with 2 where an argument or the file is wrong, 3 where the database does not answer.
import { readFileSync } from 'node:fs';
import {
  parsePsuInterfaceDays,
  readFigures,
  statisticsStore,
  storePsuInterfaceDays,
  toCsv,
} from '@xs2a/gateway/statistics';
import { KitConfig, loadProfile } from '@xs2a/service-kit';
import { readArguments } from './command/read-arguments.ts';
import { openDatabase, runToEnd, UnusableArguments } from './command/run-to-end.ts';

const { values } = readArguments(import.meta.filename, {
  options: { quarter: { type: 'string' }, import: { type: 'string' } },
});
await runToEnd(async () => {
  const days = values.import === undefined ? undefined : parseDays(readFileSync(values.import, 'utf8'));
  const { timeZone } = loadProfile(KitConfig.shape.PROFILE.parse(process.env['PROFILE']));
  await using client = openDatabase('statistics', { ignoreUndefined: true });
  // Before several queries at once, of which all but one would fail for a reason that says nothing.
  await client.connect();
  const store = statisticsStore(client.db(process.env['MONGO_DATABASE'] ?? 'gateway'));
  if (days !== undefined) {
    await storePsuInterfaceDays(store, days);
    process.stdout.write(`${days.length} days stored\n`);
  } else {
    const published = await readFigures(store, { now: new Date(), timeZone }, values.quarter);
    if (published === undefined) throw new UnusableArguments(`${values.quarter} is no quarter such as 2026-Q4`);
    process.stdout.write(toCsv(published.figures));
  }
  return undefined;
});

/** A file that is none is an argument that is wrong. */
function parseDays(text: string): ReturnType<typeof parsePsuInterfaceDays> {
  try {
    return parsePsuInterfaceDays(text);
  } catch (error) {
    throw new UnusableArguments((error as Error).message);
  }
}
