import { readFileSync } from 'node:fs';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

/** The part of vitest's JSON report that is read here. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[];
}

/** A test file that failed: where it is, how many of its tests passed, and what failed in it. */
export interface FailedFile {
  readonly file: string;
  readonly passed: number;
  readonly titles: readonly string[];
}

/** Sums of a vitest run. A file that could not even be loaded, and a run that broke off, count as failed too. */
export function readTally(file: string, ok: boolean): Tally {
  const report = readReport(file);
  if (report === undefined) return { passed: 0, failed: 1 };
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  );
  const failed = report.numFailedTests + unloaded.length;
  return { passed: report.numPassedTests, failed: ok ? failed : Math.max(failed, 1) };
}

/** What failed in a run; none where the run broke off without a report. */
export function failedFiles(file: string): readonly FailedFile[] {
  return (readReport(file)?.testResults ?? [])
    .filter(({ status }) => status === 'failed')
    .map(({ name, assertionResults }) => ({
      file: name,
      passed: assertionResults.filter(({ status }) => status === 'passed').length,
      titles: assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
    }));
}

function readReport(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return undefined;
  }
}
