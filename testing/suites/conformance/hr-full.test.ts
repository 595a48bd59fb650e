import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { terminalReport } from '@xs2a/conformance/report/terminal-report';
import { writeReports } from '@xs2a/conformance/report/write-reports';
import type { Report } from '@xs2a/conformance/run-conformance';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failuresOf, RULES_FOR_OTHER_BANKS, RUN_MS_MAX, runAgainst, withResult } from './run-against.ts';

// Settings of this instance: one answer can hold any report of the sandbox, and the suite tests a download, too; bulks execute on
// days without banking, so that one is executed. What every preset leaves out is offered here.
const PROFILE = `
preset: hr-full
limits: { reportEntriesMax: 500 }
combinedService: true
trustedBeneficiaries: true
methodsBeforeApproach:
  - { authenticationMethodId: page, authenticationType: PHOTO_OTP, name: Page of the bank, scaApproach: REDIRECT }
  - { authenticationMethodId: sms, authenticationType: SMS_OTP, name: SMS, scaApproach: EMBEDDED }
executionTimes: { pain.001-credit-transfers: { bankingDays: every, bookedAtOnce: true } }
`;

const folder = mkdtempSync(join(tmpdir(), 'xs2a-report-'));
let report: Awaited<ReturnType<typeof runAgainst>>;
beforeAll(async () => {
  report = await runAgainst('hr-full', PROFILE, true);
}, RUN_MS_MAX);
afterAll(() => rmSync(folder, { recursive: true }));

describe('an instance with the profile hr-full', () => {
  it('keeps every rule of what it offers', () => {
    expect(failuresOf(report)).toEqual([]);
    expect(withResult(report, 'notGiven')).toEqual([]);
    const others = [
      'headers.PSU-IP-Address missing.createConsent',
      'headers.PSU-IP-Address missing.createSigningBasket',
      'headers.PSU-IP-Address missing.initiatePayment',
      'links.implicit start as wished',
      'links.method sent again',
      'refusals.sessionsNotSupported',
      ...RULES_FOR_OTHER_BANKS.filter((rule) => rule !== 'refusals.addressUnknown.not offered'),
    ];
    // The endpoint of edition 1.3.16 is tested with berlin-group.
    const notOffered = withResult(report, 'notOffered').filter((id) => !id.endsWith('getBulkPaymentExtendedStatus'));
    expect(notOffered).toEqual(others.toSorted());
  });
});

it('reads no whole collection and sorts nothing in memory for any query', () => {
  expect(report.withoutIndex).toEqual([]);
});

describe('the report of the suite', () => {
  it('is a table in the terminal, a self-contained page, JSON and JUnit', () => {
    expect(terminalReport(report)).toMatch(/together +\d+ +0 +\d+ +0/);
    const out = join(folder, 'out');
    writeReports(report, out);
    expect(readdirSync(out)).toEqual(['junit.xml', 'report.html', 'report.json']);
    const html = readFileSync(join(out, 'report.html'), 'utf8');
    expect(html.match(/<svg /g)?.length).toBeGreaterThan(5);
    expect(html).not.toMatch(/<script|<link|@import|(?:src|href)="|url\((?!#)/);
    expect(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))).toMatchObject({ profile: 'hr-full' });
    expect(readFileSync(join(out, 'junit.xml'), 'utf8')).toContain('<testsuite name="refusals"');
  });

  it('begins with the failures and their causes', () => {
    const [first, ...others] = report.results;
    if (first === undefined) throw new Error('nothing was checked');
    const broken: Report = { ...report, results: [{ ...first, result: 'failed', why: 'a < b' }, ...others] };
    expect(terminalReport(broken)).toContain(`Failed:\n  ${first.id}`);
    const [, html = ''] = writeReports(broken, join(folder, 'broken')).map((path) => readFileSync(path, 'utf8'));
    expect(html).toContain('"why": "a < b"');
  });
});
