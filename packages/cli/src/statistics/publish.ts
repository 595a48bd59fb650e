import { readFileSync } from 'node:fs';
import {
  parsePsuInterfaceDays,
  readFigures,
  statisticsStore,
  storePsuInterfaceDays,
  toCsv,
} from '@xs2a/gateway/statistics';
import { KitConfig, loadProfile } from '@xs2a/service-kit';
import type { Place, Result } from '../command/command.ts';
import { openDatabase } from '../command/open-databases.ts';
import { UnusableArguments, unusableIfThrown } from '../command/refusals.ts';

interface Asked {
  readonly quarter: string | undefined;
  readonly import: string | undefined;
}

export async function publish({ quarter, import: file }: Asked, place: Place): Promise<Result> {
  const text = file === undefined ? undefined : readFileSync(file, 'utf8');
  const days = text === undefined ? undefined : await unusableIfThrown(() => parsePsuInterfaceDays(text));
  const { timeZone } = loadProfile(KitConfig.shape.PROFILE.parse(process.env['PROFILE']));
  await using client = await openDatabase(place, 'statistics', { ignoreUndefined: true });
  // Connected before concurrent queries, of which all but one would otherwise fail with a meaningless error.
  await client.connect();
  const store = statisticsStore(client.db(process.env['MONGO_DATABASE'] ?? 'gateway'));
  if (days !== undefined) {
    await storePsuInterfaceDays(store, days);
    return { text: `${days.length} days stored`, document: { days: days.length } };
  }
  const published = await readFigures(store, { now: new Date(), timeZone }, quarter);
  if (published === undefined) throw new UnusableArguments(`${quarter} is no quarter such as 2026-Q4`);
  return { text: toCsv(published.figures), document: published.figures };
}
