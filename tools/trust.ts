// Runs the tests behind the security checks and prints a table with one row for each check:
//   npm run verify -- trust                      all checks
//   npm run verify -- trust --check 10        this check alone
//   npm run verify -- trust --last            runs nothing: takes the results of the last npm test and npm run verify
//   npm run verify -- trust --rest            takes the results of the long tests, and runs the others
//   npm run verify -- trust --html FILE       where the page with the evidence is written, .local/trust/index.html if left out
// A check holds if all its tests ran and passed, holds partly where a line below says what is not covered yet, and FAILED if a test
// failed or did not run. Exits with 1 if a check failed.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runCommand } from './check/run-command.ts';
import { readArguments } from './command/read-arguments.ts';
import { ROOT } from './programs.ts';
import { type JudgedCheck, judgeChecks, type TestReport } from './trust/judge-checks.ts';
import { SECURITY_CHECKS } from './trust/security-checks.ts';
import { trustPage } from './trust/write-page.ts';

const FOLDER = join(ROOT, '.local', 'trust');
const LAST_RUN = join(ROOT, '.local', 'check');

const { last, rest, html, check } = readArguments(import.meta.filename, {
  options: {
    last: { type: 'boolean' },
    rest: { type: 'boolean' },
    html: { type: 'string', default: join(FOLDER, 'index.html') },
    check: { type: 'string' },
  },
}).values;
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.once(signal, () => {
    console.error('Interrupted: no check was judged.');
    process.exit(code);
  });
}
process.exitCode = (await showChecks()) ? 0 : 1;

async function showChecks(): Promise<boolean> {
  const checks = SECURITY_CHECKS.filter(({ number }) => check === undefined || number === Number(check));
  const files = [...new Set(checks.flatMap(({ evidence }) => evidence.map(({ file }) => file)))];
  const report = await reportOn(files);
  const judged = judgeChecks(checks, report, ROOT);
  printTable(judged);
  mkdirSync(join(html, '..'), { recursive: true });
  writeFileSync(html, trustPage(judged, { version: versionOfTree(), ranAt: new Date(report.startTime) }));
  const count = (wanted: string): number => judged.filter(({ verdict }) => verdict === wanted).length;
  const notYet = count('partly') + count('not yet');
  console.log(
    `\n${count('holds')} checks hold, ${notYet} in part or not yet, ${count('FAILED')} failed. The evidence: ${html}`,
  );
  return judged.every(({ verdict }) => verdict !== 'FAILED');
}

/** Results of the tests in some files: new ones, or those of runs before. */
async function reportOn(files: readonly string[]): Promise<TestReport> {
  if (last) return readLastRun(/^(long-)?tests\.json$/);
  if (!rest) return runTests(files);
  const before = readLastRun(/^long-tests\.json$/);
  const ran = new Set(before.testResults.map(({ name }) => relative(ROOT, name)));
  return together([before, await runTests(files.filter((file) => !ran.has(file)))]);
}

async function runTests(files: readonly string[]): Promise<TestReport> {
  mkdirSync(FOLDER, { recursive: true });
  const output = join(FOLDER, 'tests.json');
  await runCommand(
    ROOT,
    'vitest',
    ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${output}`, ...files],
    true,
  );
  return JSON.parse(readFileSync(output, 'utf8')) as TestReport;
}

/** Returns the reports of the last `npm test` and `npm run verify` by the names of their files, merged. */
function readLastRun(names: RegExp): TestReport {
  const files = existsSync(LAST_RUN) ? readdirSync(LAST_RUN).filter((file) => names.test(file)) : [];
  if (files.length === 0) throw new Error('no results of "npm test" and "npm run verify" were found in .local/check');
  return together(files.map((file) => JSON.parse(readFileSync(join(LAST_RUN, file), 'utf8')) as TestReport));
}

function together(reports: readonly TestReport[]): TestReport {
  return {
    startTime: Math.min(...reports.map(({ startTime }) => startTime)),
    testResults: reports.flatMap(({ testResults }) => testResults),
  };
}

function printTable(judged: readonly JudgedCheck[]): void {
  for (const { number, statement, verdict, tests, notYet, missing } of judged) {
    console.log(`${String(number).padStart(2)}  ${verdict.padEnd(8)} ${statement} (${tests.length} tests)`);
    if (notYet !== undefined) console.log(`             ${notYet}`);
    for (const { file } of missing) console.log(`             no test ran: ${file}`);
    for (const { title } of tests.filter(({ passed }) => !passed)) console.log(`             failed: ${title}`);
  }
}

/** Returns the commit, and whether the tree differs from it. */
function versionOfTree(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], { cwd: ROOT, encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}
