import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { doFaults } from './faults/do-faults.ts';
import { type PlanOptions, planOf, seeded } from './faults/plan.ts';
import type { CampaignSystem } from './faults/single-system.ts';
import { Journal } from './journal/journal.ts';
import { runLoad } from './load/run-load.ts';
import type { Evidence } from './oracle/evidence.ts';
import { gatherEvidence } from './oracle/gather-evidence.ts';
import { openingBalances } from './oracle/gather-stored.ts';
import { judge } from './oracle/points.ts';
import type { Violation } from './oracle/violation.ts';

export interface CampaignOptions extends PlanOptions {
  readonly seed: number;
  /** Requests a second. */
  readonly rate: number;
  /** No further fault begins once it is aborted; the completed ones are checked. */
  readonly stop: AbortSignal;
  readonly folder: string;
  readonly say: (line: string) => void;
}

export interface CampaignResult {
  readonly journalFile: string;
  readonly planned: number;
  readonly done: number;
  readonly evidence: Evidence;
  readonly violations: ReadonlyMap<string, readonly Violation[]>;
}

/** After the last fault the load continues, to show when payments are accepted again. */
const LOAD_AFTER_MS = 3_000;

/** Breaks a system under load as planned, waits until it has recovered, and checks the result. */
export async function runCampaign(system: CampaignSystem, options: CampaignOptions): Promise<CampaignResult> {
  const { seed, rate, stop, folder, say } = options;
  mkdirSync(folder, { recursive: true });
  const journalFile = join(folder, `journal-${seed}-${Date.now()}.jsonl`);
  const plan = planOf(options, seeded(seed));
  const opening = await openingBalances(system.mongoUrl);
  let done: number;
  {
    using journal = new Journal(journalFile);
    const load = runLoad(journal, system, { rate, random: seeded(seed + 1) });
    try {
      done = await doFaults(system.breakable, plan, { journal, say, stop });
      await after(LOAD_AFTER_MS);
    } finally {
      await load.stop();
    }
  }
  await system.breakable.ready();
  const logs = system.logs();
  const logFile = journalFile.replace(/jsonl$/, 'log');
  writeFileSync(logFile, logs.map(({ name, log }) => `${name}\n${log}\n`).join(''));
  const evidence = await gatherEvidence({
    journalFile,
    mongoUrl: system.mongoUrl,
    gatewayUrl: system.gatewayUrl,
    opening,
    logs,
    endedByThemselves: system.endedByThemselves(),
  });
  return { journalFile, planned: plan.length, done, evidence, violations: judge(evidence) };
}
