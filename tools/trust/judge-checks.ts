import { relative } from 'node:path';
import type { Evidence, SecurityCheck } from './security-check.ts';

/** The part of vitest's JSON report that is used here. */
export interface TestReport {
  readonly startTime: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

interface ShownTest {
  readonly file: string;
  readonly title: string;
  readonly passed: boolean;
}

/** `holds`: every test ran and passed. `partly`: the same, but the statement is not fully covered yet. */
type Verdict = 'holds' | 'partly' | 'not yet' | 'FAILED';

export interface JudgedCheck extends SecurityCheck {
  readonly verdict: Verdict;
  readonly tests: readonly ShownTest[];
  /** Evidence for which no test ran. */
  readonly missing: readonly Evidence[];
}

/** Evaluates each check by the tests that ran, and nothing else. */
export function judgeChecks(checks: readonly SecurityCheck[], report: TestReport, root: string): JudgedCheck[] {
  const ran = testsOf(report, root);
  return checks.map((check) => {
    const found = check.evidence.map((evidence) => ({ evidence, tests: ran.filter((test) => shows(evidence, test)) }));
    const missing = found.filter(({ tests }) => tests.length === 0).map(({ evidence }) => evidence);
    const tests = [...new Set(found.flatMap((one) => one.tests))];
    return { ...check, tests, missing, verdict: verdictOf(check, tests, missing) };
  });
}

function verdictOf(check: SecurityCheck, tests: readonly ShownTest[], missing: readonly Evidence[]): Verdict {
  if (missing.length > 0 || tests.some(({ passed }) => !passed)) return 'FAILED';
  if (check.evidence.length === 0) return check.notYet === undefined ? 'FAILED' : 'not yet';
  return check.notYet === undefined ? 'holds' : 'partly';
}

/** A file that could not be loaded counts as a failed test. Skipped tests prove nothing. */
function testsOf({ testResults }: TestReport, root: string): ShownTest[] {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name);
    const ended = assertionResults.filter((one) => one.status === 'passed' || one.status === 'failed');
    const tests = ended.map(({ fullName, status: outcome }) => ({
      file,
      title: fullName,
      passed: outcome === 'passed',
    }));
    const isUnloaded = status === 'failed' && tests.every(({ passed }) => passed);
    return isUnloaded ? [...tests, { file, title: 'the file could not be run', passed: false }] : tests;
  });
}

function shows({ file, title }: Evidence, test: ShownTest): boolean {
  return test.file === file && (title === undefined || test.title.includes(title));
}
