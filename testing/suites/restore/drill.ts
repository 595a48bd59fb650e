import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import type { Databases, Difference } from '@xs2a/cli/reconcile/difference';
import { findDifferences } from '@xs2a/cli/reconcile/find-differences';
import { repairDifferences } from '@xs2a/cli/reconcile/repair-differences';
import { Bus } from '@xs2a/service-kit';
import { mongod, natsServer } from '@xs2a/test-kit';
import { runSystem } from '@xs2a/test-system/start/run-system';
import { MongoClient } from 'mongodb';
import { seeded } from '../crash/faults/plan.ts';
import { Journal } from '../crash/journal/journal.ts';
import { runLoad } from '../crash/load/run-load.ts';
import type { Evidence } from '../crash/oracle/evidence.ts';
import { gatherEvidence } from '../crash/oracle/gather-evidence.ts';
import { openingBalances } from '../crash/oracle/gather-stored.ts';
import { POINTS } from '../crash/oracle/points.ts';
import type { Violation } from '../crash/oracle/violation.ts';
import { type Dump, dumpDatabases, restoreDatabase } from './dump.ts';

/** In the worst order: payments has an older state than the bank, and consent than sca. */
const DUMPED = ['payments', 'consent', 'accounts', 'notifier', 'gateway', 'bank', 'sca'] as const;
const COMPARED = ['payments', 'consent', 'sca', 'bank', 'accounts', 'notifier'] as const;
const DELIVERED_MS = 4_000;

export interface DrillOptions {
  readonly folder: string;
  readonly seed: number;
  readonly rate: number;
  /** Load before, between and after the dumps, in milliseconds. */
  readonly loadMs: number;
  /** Dumps each database at a different moment, as backups of separate replica sets would. Otherwise all at the same moment. */
  readonly apart: boolean;
  readonly say: (line: string) => void;
}

export interface DrillResult {
  readonly dumps: readonly Dump[];
  readonly found: readonly Difference[];
  readonly repaired: readonly Difference[];
  readonly left: readonly Difference[];
  /** Time from the end of the old system until the new one answers, in milliseconds. */
  readonly recoveryMs: number;
  /** Violations of facts acknowledged before the first dump. */
  readonly violations: readonly Violation[];
}

/**
 * Dumps every database under load, loses everything, restores into empty servers, and has the reconciler find and repair the
 * differences between the databases.
 */
export async function restoreDrill(options: DrillOptions): Promise<DrillResult> {
  const { folder, say } = options;
  await mkdir(folder, { recursive: true });
  const journalFile = join(folder, `journal-${Date.now()}.jsonl`);
  const { dumps, opening } = await dumpUnderLoad(options, journalFile);
  const lostAt = performance.now();
  const [nats, mongo] = await Promise.all([natsServer(), mongod()]);
  for (const dump of dumps) say(`${dump.name}: ${await restoreDatabase(mongo.url, dump)} documents restored`);
  await using system = await runSystem({ LOG_LEVEL: 'warn' }, { nats, mongo });
  const recoveryMs = Math.round(performance.now() - lostAt);
  await using client = await MongoClient.connect(mongo.url, { useBigInt64: true });
  const databases = Object.fromEntries(COMPARED.map((name) => [name, client.db(name)])) as unknown as Databases;
  // The services deliver the messages of their outboxes themselves.
  await after(DELIVERED_MS);
  const find = () => findDifferences(databases, { now: new Date(), withBank: true, underWayMs: 0 });
  const found = await find();
  const bus = await Bus.connect({ NATS_URL: nats.url }, 'restore-drill');
  const { repaired, left } = await repairDifferences(find, () => ({ bus, now: new Date() }), DELIVERED_MS);
  await bus.close();
  const { gatewayUrl, mongoUrl } = system;
  const logs = Object.values(system.services).map(({ name, log }) => ({ name, log }));
  const evidence = await gatherEvidence({ journalFile, gatewayUrl, mongoUrl, opening, logs, endedByThemselves: [] });
  return { dumps, found, repaired, left, recoveryMs, violations: judgeRestored(evidence, dumps, left) };
}

async function dumpUnderLoad({ folder, seed, rate, loadMs, apart, say }: DrillOptions, journalFile: string) {
  await using system = await runSystem({ LOG_LEVEL: 'warn' });
  const opening = await openingBalances(system.mongoUrl);
  using journal = new Journal(journalFile);
  const load = runLoad(journal, system, { rate, random: seeded(seed) });
  await after(loadMs);
  // Cleared and restarted during the load: the bus holds nothing of value.
  await system.nats.stop('SIGKILL');
  await system.nats.restart();
  say('the broker was killed and came back empty');
  await after(loadMs);
  const dumps: Dump[] = [];
  for (const names of apart ? DUMPED.map((name) => [name]) : [DUMPED]) {
    dumps.push(...(await dumpDatabases(system.mongoUrl, names, folder)));
    for (const { name, documents, takenAt } of dumps.slice(-names.length))
      say(`${name}: ${documents} documents dumped at ${takenAt.toISOString()}`);
    await after(loadMs / DUMPED.length);
  }
  await load.stop();
  return { dumps, opening };
}

/** Checks of databases only; anything acknowledged after the first dump is lost, as with any backup. */
const HOLDING = [
  '1 what was acknowledged is there',
  '2 posted once',
  '3 money is conserved',
  '4 histories are legal',
  '6 one recurring consent',
  '9 approved before executed',
  '10 codes count once',
  '11 everything is delivered',
] as const;

function judgeRestored(evidence: Evidence, dumps: readonly Dump[], left: readonly Difference[]): Violation[] {
  const first = Math.min(...dumps.map(({ takenAt }) => takenAt.getTime()));
  const kept = { ...evidence, facts: evidence.facts.filter(({ at }) => at < first) };
  // The reconciler has already reported them, with all that is known.
  const named = left
    .filter(({ kind }) => LOST_LATER.has(kind))
    .map(({ where }) => where.slice(where.lastIndexOf('/') + 1));
  const letters = Map.groupBy(left.filter(isExplainedLetter), ({ where }) => where.split('/')[0]);
  const known = new Set([
    ...named.map((id) => `${id} is posted and no payment`),
    ...Array.from(letters, ([database, of]) => `${of.length} of ${database}.deadLetters wait: `),
  ]);
  return HOLDING.flatMap((name) => POINTS[name]?.(kept) ?? []).filter(({ what }) => !known.has(what));
}

const isExplainedLetter = (one: Difference): boolean => one.kind === 'deadLetter' && isExplained(one);

/**
 * Whether backups of different moments explain the difference: payments, consents, baskets and authorisations created after the
 * dump of their owner, but known to sca or the bank, dumped later. A person decides about them.
 */
export function isExplained({ kind, what, repair }: Difference): boolean {
  const isOfLost = kind === 'deadLetter' && what.endsWith(': referencedResourceUnknown');
  return isOfLost || LOST_LATER.has(kind) || (kind === 'outcomeUnknown' && repair === undefined);
}

const LOST_LATER: ReadonlySet<string> = new Set([
  'authorisationWithoutParent',
  'orderWithoutPayment',
  'standingOrderWithoutPayment',
  'executedUnapproved',
]);
