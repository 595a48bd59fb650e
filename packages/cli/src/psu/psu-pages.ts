import { userInfo } from 'node:os';
import { PSU_DATA_OPERATIONS, type PsuDataService, type PsuRecord, recordPsuRequest } from '@xs2a/contracts';
import type { Bus } from '@xs2a/service-kit';
import type { CommandEnvironment, Progress } from '../command/command.ts';
import { connectBus } from '../command/connect-bus.ts';

export interface PsuArguments {
  readonly psu: string;
  readonly account: readonly string[] | undefined;
  readonly reason: string;
  readonly by: string | undefined;
}

/** A PSU, as services are asked about it. */
export interface PsuQuery {
  readonly psuId: string;
  readonly ibans: string[];
}

export const SERVICES = Object.keys(PSU_DATA_OPERATIONS) as PsuDataService[];

/** Works on the bus once the request is recorded: nothing is read without a record of who wanted it. */
export async function recordThenRun<T>(
  {
    kind,
    asked,
    environment,
  }: { kind: 'report' | 'dryRun' | 'erasure'; asked: PsuArguments; environment: CommandEnvironment },
  work: (bus: Bus, wanted: PsuQuery, recordId: string) => Promise<T>,
): Promise<T> {
  const { psu: psuId, account = [], reason, by = userInfo().username } = asked;
  const bus = await connectBus(environment, `psu-${kind}`);
  try {
    const { id } = await bus.ask(recordPsuRequest, { kind, psuId, reason, by });
    const ofAccounts = await fedAccounts(bus, psuId);
    return await work(bus, { psuId, ibans: [...new Set([...account, ...ofAccounts.flatMap(ibanOf)])] }, id);
  } finally {
    await bus.close();
  }
}

function ibanOf({ collection, data }: PsuRecord): string[] {
  const { reference } = (data['details'] ?? {}) as { reference?: { iban?: string } };
  return collection === 'accounts' && reference?.iban !== undefined ? [reference.iban] : [];
}

/** Returns the accounts of a PSU that the bank feeds, without their entries. */
async function fedAccounts(bus: Bus, psuId: string): Promise<PsuRecord[]> {
  const records: PsuRecord[] = [];
  const ask = PSU_DATA_OPERATIONS.accounts.read;
  const first = { collection: 'accounts', id: '' };
  for await (const page of pagesOf((after = first) => bus.ask(ask, { psuId, ibans: [], after })))
    records.push(...page.records);
  return records;
}

type Page = { readonly next?: { readonly collection: string; readonly id: string } | undefined };

/** Yields pages until one has no successor. */
export async function* pagesOf<P extends Page>(ask: (after: Page['next']) => Promise<P>): AsyncGenerator<P> {
  let after: Page['next'];
  do {
    const page = await ask(after);
    yield page;
    after = page.next;
  } while (after !== undefined);
}

/** Tells how far a command is. */
export function countProgress(progress: Progress): (count: number) => void {
  let all = 0;
  return (count) => progress(`${(all += count)} records`);
}
