import { readFileSync } from 'node:fs';
import {
  parsePsuInterfaceDays,
  readFigures,
  statisticsStore,
  storePsuInterfaceDays,
  toCsv,
} from '@xs2a/gateway/statistics';
import { bankDay, KitConfig, loadProfile } from '@xs2a/service-kit';
import type { CommandEnvironment, Result } from '../command/command.ts';
import { openDatabase } from '../command/open-databases.ts';
import { UnusableArguments, unusableIfThrown } from '../command/refusals.ts';
import { quarterBefore } from './quarter-before.ts';

interface Asked {
  readonly quarter: string | undefined;
  readonly import: string | undefined;
  readonly payees: boolean;
}

export async function publish(
  { quarter, import: file, payees }: Asked,
  environment: CommandEnvironment,
): Promise<Result> {
  if (payees) return (await import('./payee-checks.ts')).payeeChecks(quarter, environment);
  const text = file === undefined ? undefined : readFileSync(file, 'utf8');
  const days = text === undefined ? undefined : await unusableIfThrown(() => parsePsuInterfaceDays(text));
  const { timeZone } = loadProfile(KitConfig.shape.PROFILE.parse(process.env['PROFILE']));
  await using client = await openDatabase(environment, 'statistics', { ignoreUndefined: true });
  // Connected before concurrent queries, of which all but one would otherwise fail with a meaningless error.
  await client.connect();
  const store = statisticsStore(client.db(process.env['MONGO_DATABASE'] ?? 'gateway'));
  if (days !== undefined) {
    await storePsuInterfaceDays(store, days);
    return { text: `${days.length} days stored`, document: { days: days.length } };
  }
  const now = new Date();
  const asked = quarter === 'previous' ? quarterBefore(bankDay(now, { timeZone })) : quarter;
  const published = await readFigures(store, { now, timeZone }, asked);
  if (published === undefined) throw new UnusableArguments(`${quarter} is no quarter such as 2026-Q4`);
  return { text: toCsv(published.figures), document: published.figures };
}
