import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROFILE_PRESETS } from '@xs2a/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { terminalReport } from '../../tools/conformance/report/terminal-report.ts';
import { writeReports } from '../../tools/conformance/report/write-reports.ts';
import type { Report } from '../../tools/conformance/run-conformance.ts';
import { failuresOf, notApplicable, runAgainst } from './run-against.ts';

const folder = mkdtempSync(join(tmpdir(), 'xs2a-report-'));
let report: Report;
beforeAll(async () => {
  // Of the sandbox no report is longer than the preset lets one answer be; so that there is a download to walk.
  const preset = PROFILE_PRESETS['hr-full'];
  const profile = { ...preset, limits: { ...preset.limits, reportEntriesMax: 500 } };
  const file = join(folder, 'profile.yaml');
  writeFileSync(file, 'preset: hr-full\nlimits: { reportEntriesMax: 500 }\n');
  report = await runAgainst('hr-full', profile, { PROFILE: file });
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('an instance with the profile hr-full', () => {
  it('holds every rule that it offers', () => {
    expect(failuresOf(report)).toEqual([]);
    expect(notApplicable(report)).toEqual([
      'headers.PSU-IP-Address missing.createConsent',
      'headers.PSU-IP-Address missing.createSigningBasket',
      'headers.PSU-IP-Address missing.initiatePayment',
      'refusals.consentModelNotOffered',
      'refusals.resourceNotOfTpp',
    ]);
  });
});

describe('the report', () => {
  it('is a table in the terminal, a page that needs nothing else, JSON and JUnit', () => {
    expect(terminalReport(report)).toMatch(/together +\d+ +0 +5/);
    const out = join(folder, 'out');
    writeReports(report, out);
    expect(readdirSync(out)).toEqual(['junit.xml', 'report.html', 'report.json']);
    const html = readFileSync(join(out, 'report.html'), 'utf8');
    expect(html.match(/<svg /g)?.length).toBeGreaterThan(5);
    expect(html).not.toMatch(/<script|<link|@import|(?:src|href)="|url\((?!#)/);
    expect(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))).toMatchObject({ profile: 'hr-full' });
    expect(readFileSync(join(out, 'junit.xml'), 'utf8')).toContain('<testsuite name="refusals"');
  });

  it('tells what failed first, and why', () => {
    const [first, ...others] = report.results;
    if (first === undefined) throw new Error('nothing was checked');
    const broken: Report = { ...report, results: [{ ...first, result: 'failed', why: 'a < b' }, ...others] };
    expect(terminalReport(broken)).toContain(`Failed:\n  ${first.id}`);
    const [, html = ''] = writeReports(broken, join(folder, 'broken')).map((path) => readFileSync(path, 'utf8'));
    expect(html).toContain('"why": "a < b"');
  });
});
