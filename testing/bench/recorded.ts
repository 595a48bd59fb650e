import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Ratios } from './report.ts';

/** Ratios of an earlier run, chain to baseline, by request. Kept in the repository: what a change costs is seen at the next run. */
const FILE = fileURLToPath(new URL('recorded.json', import.meta.url));
/** The part of a recorded ratio that may be lost before a run says so: two runs of the same code differ by less. */
const LOSS_MAX = 0.1;

export const readRecorded = (): Ratios => JSON.parse(readFileSync(FILE, 'utf8')) as Ratios;

export function record(ratios: Ratios): void {
  const rounded = Object.entries(ratios).map(([name, ratio]) => [name, Number(ratio.toFixed(2))] as const);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`);
}

/** Requests that lost more than a tenth of what was recorded. */
export function lossesOf(ratios: Ratios, recorded: Ratios): string[] {
  return Object.entries(recorded)
    .filter(([name, before]) => (ratios[name] ?? 0) < before * (1 - LOSS_MAX))
    .map(([name]) => name);
}
