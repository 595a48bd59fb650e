import { readFileSync } from 'node:fs';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

/** The part of vitest's JSON report that is used here. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

/**
 * Totals of a vitest run. A file that cannot be loaded, an aborted run and a run without tests count as failed.
 */
export function readTally(file: string, ok: boolean): Tally {
  const report = readReport(file);
  if (report === undefined) return { passed: 0, failed: 1 };
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  );
  const failed = report.numFailedTests + unloaded.length;
  const isSound = ok && report.numPassedTests > 0;
  return { passed: report.numPassedTests, failed: isSound ? failed : Math.max(failed, 1) };
}

function readReport(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return undefined;
  }
}
