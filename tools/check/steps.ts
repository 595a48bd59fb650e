import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../programs.ts';
import { runCommand } from './run-command.ts';
import { readTally, type Tally } from './test-report.ts';

const REPORTS = join(ROOT, '.local', 'check');
const LINTED = ['packages', 'services', 'sandbox', 'testing', 'tools', 'deploy'];
const node = process.execPath;
/** Exit code of a campaign that lacks a program. */
const MISSING = 2;

export interface Step {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Told its report when it has ended. */
  readonly tell?: (report: string) => void;
  /** Its output is shown while it runs. Where a program is missing it ends with 2, which is reported and is no failure. */
  readonly isCampaign?: true;
  /** Path of the vitest report, from which the tests of this step are counted. */
  readonly report?: string;
}

export const BUILD: Step = { name: 'build', command: node, args: ['tools/bundle/build.ts'] };

/** All static checks, and the build; the most frequent failures come first, before anything is built. Steps of one list run in parallel. */
export const STATIC_STEPS: readonly (readonly Step[])[] = [
  [
    { name: 'format', command: 'biome', args: ['check', '--max-diagnostics=200', '.'] },
    { name: 'words', command: node, args: ['tools/check/prose/check-prose.ts'] },
  ],
  [
    { name: 'types', command: 'tsc', args: ['-p', '.'] },
    { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings', ...LINTED] },
  ],
  [
    BUILD,
    { name: 'unused exports', command: 'knip', args: ['--no-config-hints', '--no-progress'] },
    { name: 'generated files', command: node, args: ['tools/gen.ts', '--check'] },
  ],
];

/** A vitest run; `args` select projects, files or titles. */
export function testStep(name: string, ...args: string[]): Step {
  const report = join(REPORTS, `${name.replaceAll(' ', '-')}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return { name, command: 'vitest', args: ['run', ...reporters, ...args], report };
}

/** Runs the steps until one fails, prints the totals as the last line, and sets the exit code. */
export async function runSteps(steps: readonly (readonly Step[])[]): Promise<void> {
  mkdirSync(REPORTS, { recursive: true });
  for (const { report } of steps.flat()) if (report !== undefined) rmSync(report, { force: true });
  let sum: Tally = { passed: 0, failed: 0 };
  for (const together of steps) {
    for (const { passed, failed } of await Promise.all(together.map(runStep)))
      sum = { passed: sum.passed + passed, failed: sum.failed + failed };
    if (sum.failed > 0) break;
  }
  console.log(`${sum.passed} passed, ${sum.failed} failed`);
  process.exitCode = sum.failed > 0 ? 1 : 0;
}

/** Runs one step and prints its duration and, if it failed, its output. */
async function runStep({ name, command, args, report, isCampaign, tell }: Step): Promise<Tally> {
  const startedAt = Date.now();
  const { ok: isDone, code, output } = await runCommand(ROOT, command, args, isCampaign ?? report !== undefined);
  const isLeftOut = isCampaign === true && code === MISSING;
  const ok = isDone || isLeftOut;
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
  if (!ok && output !== '') console.log(output);
  if (report !== undefined && existsSync(report)) tell?.(report);
  const state = isLeftOut ? 'not run ' : ok ? 'ok     ' : 'FAILED ';
  console.log(`${state}${name} (${seconds} s)`);
  return report === undefined ? { passed: 0, failed: ok ? 0 : 1 } : readTally(report, ok);
}
