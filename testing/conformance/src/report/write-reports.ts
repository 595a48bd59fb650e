import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../run-conformance.ts';
import { htmlReport } from './html-report.ts';
import { junitReport } from './junit-report.ts';

/** Writes the reports for people, programs and builds; returns the file names. */
export function writeReports(report: Report, folder: string): string[] {
  mkdirSync(folder, { recursive: true });
  const files = {
    'report.html': htmlReport(report),
    'report.json': `${JSON.stringify(report, null, 1)}\n`,
    'junit.xml': junitReport(report),
  };
  return Object.entries(files).map(([name, text]) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  });
}
