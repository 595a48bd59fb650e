import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { ROOT } from '../programs.ts';
import { SUITES } from '../scripts.mjs';

/** The part of vitest's JSON report that is used here. */
interface Report {
  readonly testResults: readonly { readonly name: string; readonly assertionResults: readonly { status: string }[] }[];
}

/** Prints a line for each folder of testing/suites/ that ran: what it shows, and its total. */
export function printSuiteTotals(file: string): void {
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const totals = new Map<string, { passed: number; failed: number }>();
  for (const { name, assertionResults } of report.testResults) {
    const [, suite = ''] = /^testing\/suites\/([^/]+)\//.exec(relative(ROOT, name)) ?? [];
    const total = totals.get(suite) ?? { passed: 0, failed: 0 };
    const count = (status: string): number => assertionResults.filter((one) => one.status === status).length;
    totals.set(suite, { passed: total.passed + count('passed'), failed: total.failed + count('failed') });
  }
  for (const [suite, { passed, failed }] of [...totals].toSorted(([one], [other]) => one.localeCompare(other))) {
    console.log(`  ${suite}: ${SUITES[suite]?.about ?? 'its tests'}: ${passed} passed, ${failed} failed`);
  }
}
