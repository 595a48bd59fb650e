import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runStep } from './check/run-step.ts';
import { failedFiles, readTally, type Tally } from './check/test-report.ts';

const ROOT = join(import.meta.dirname, '..');
const REPORTS = join(ROOT, '.local', 'check');
const LINTED = ['packages', 'services', 'tools', 'tests', 'bench'];

interface Step {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** vitest projects; their tests are counted. */
  readonly projects?: readonly string[];
  /** Left out by `--quick`. */
  readonly long?: true;
}

const node = process.execPath;

/** The whole check, what fails soonest first. */
const STEPS: readonly Step[] = [
  { name: 'format', command: 'biome', args: ['check', '--max-diagnostics=200', '.'] },
  { name: 'build', command: 'tsc', args: ['-b'] },
  // After the build: rules that know types read those of other packages from there.
  { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings', ...LINTED] },
  { name: 'types', command: 'tsc', args: ['-p', 'tsconfig.check.json'] },
  { name: 'generated files', command: node, args: ['--conditions=source', 'tools/gen.ts', '--check'] },
  { name: 'tests of packages and services', ...vitest('packages', 'services') },
  { name: 'tests of the whole', ...vitest('tests'), long: true },
];

function vitest(...projects: string[]): Pick<Step, 'command' | 'args' | 'projects'> {
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(projects)}`];
  return { command: 'vitest', args: ['run', ...report, ...projects.flatMap((name) => ['--project', name])], projects };
}

function reportOf(projects: readonly string[]): string {
  return join(REPORTS, `${projects.join('-')}.json`);
}

/** More failing files than these are no accident of a loaded machine. */
const RERUN_FILES_MAX = 3;

/**
 * Failed test files run once more, alone. A broken rule fails twice; what fails only in company is named as unsteady,
 * so that it is seen and mended, and does not hold up the rest.
 */
async function runAgain(name: string, projects: readonly string[], first: Tally): Promise<Tally> {
  const failed = failedFiles(reportOf(projects));
  if (failed.length === 0 || failed.length > RERUN_FILES_MAX) return first;
  const again = vitest(...projects);
  const report = reportOf([...projects, 'again']);
  const args = again.args.map((arg) => arg.replace(reportOf(projects), report));
  const { ok } = await runStep(ROOT, again.command, [...args, ...failed.map(({ file }) => file)], true);
  const second = readTally(report, ok);
  for (const { titles } of second.failed === 0 ? failed : [])
    for (const title of titles) console.log(`UNSTEADY ${name}: failed once, passed alone: ${title}`);
  const passedBefore = failed.reduce((sum, { passed }) => sum + passed, 0);
  return { passed: first.passed - passedBefore + second.passed, failed: second.failed };
}

/** Runs one step, says how long it took, and what it wrote where it failed. */
async function check({ name, command, args, projects }: Step): Promise<Tally> {
  const startedAt = Date.now();
  const { ok, output } = await runStep(ROOT, command, args, projects !== undefined);
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
  if (!ok) console.log(output);
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (projects !== undefined) {
    const tally = readTally(reportOf(projects), ok);
    return ok ? tally : runAgain(name, projects, tally);
  }
  return { passed: 0, failed: ok ? 0 : 1 };
}

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
let sum: Tally = { passed: 0, failed: 0 };
for (const step of STEPS) {
  if (values.quick && step.long) continue;
  if (step.name === 'generated files' && !existsSync(join(ROOT, 'tools', 'gen.ts'))) continue;
  const { passed, failed } = await check(step);
  sum = { passed: sum.passed + passed, failed: sum.failed + failed };
  if (failed > 0) break;
}
console.log(`${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed > 0 ? 1 : 0;
