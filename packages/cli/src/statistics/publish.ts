import { readFileSync } from 'node:fs';
import {
  parsePsuInterfaceDays,
  readFigures,
  statisticsStore,
  storePsuInterfaceDays,
  toCsv,
} from '@xs2a/gateway/statistics';
import { KitConfig, loadProfile } from '@xs2a/service-kit';
import type { Place } from '../command/command.ts';
import { printJson } from '../command/common.ts';
import { openDatabase } from '../command/open-databases.ts';
import { UnusableArguments } from '../command/unusable-arguments.ts';

interface Asked {
  readonly quarter: string | undefined;
  readonly import: string | undefined;
  readonly json: boolean;
}

export async function publish({ quarter, import: file, json }: Asked, place: Place): Promise<undefined> {
  const days = file === undefined ? undefined : parseDays(readFileSync(file, 'utf8'));
  const { timeZone } = loadProfile(KitConfig.shape.PROFILE.parse(process.env['PROFILE']));
  await using client = await openDatabase(place, 'statistics', { ignoreUndefined: true });
  // Before several queries at once, of which all but one would fail for a reason that says nothing.
  await client.connect();
  const store = statisticsStore(client.db(process.env['MONGO_DATABASE'] ?? 'gateway'));
  if (days !== undefined) {
    await storePsuInterfaceDays(store, days);
    process.stdout.write(`${days.length} days stored\n`);
    return;
  }
  const published = await readFigures(store, { now: new Date(), timeZone }, quarter);
  if (published === undefined) throw new UnusableArguments(`${quarter} is no quarter such as 2026-Q4`);
  if (json) printJson(published.figures);
  else process.stdout.write(toCsv(published.figures));
}

/** A file that is none is an argument that is wrong. */
function parseDays(text: string): ReturnType<typeof parsePsuInterfaceDays> {
  try {
    return parsePsuInterfaceDays(text);
  } catch (error) {
    throw new UnusableArguments((error as Error).message);
  }
}
