import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Ratios } from './report.ts';

/** Ratios of an earlier run, chain to baseline, by request. Kept in the repository: the next run shows the cost of a change. */
const FILE = fileURLToPath(new URL('recorded.json', import.meta.url));
/** Loss of a recorded ratio above which a run fails: two runs of the same code differ by less. */
const LOSS_MAX = 0.1;

export const readRecorded = (): Ratios => JSON.parse(readFileSync(FILE, 'utf8')) as Ratios;

export function record(ratios: Ratios): void {
  const rounded = Object.entries(ratios).map(([name, ratio]) => [name, Number(ratio.toFixed(2))] as const);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`);
}

/** Returns the requests that lost more than a tenth of their recorded ratio. */
export function lossesOf(ratios: Ratios, recorded: Ratios): string[] {
  return Object.entries(recorded)
    .filter(([name, before]) => (ratios[name] ?? 0) < before * (1 - LOSS_MAX))
    .map(([name]) => name);
}
