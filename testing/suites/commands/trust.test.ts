import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgeChecks, type TestReport } from '../../../tools/trust/judge-checks.ts';
import { trustPage } from '../../../tools/trust/write-page.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const CHECK = {
  number: 1,
  statement: 'is so',
  evidence: [{ file: 'a.test.ts' }, { file: 'b.test.ts', title: 'once' }],
};

type Outcome = readonly [file: string, title: string, status: string];

function reportOf(...outcomes: readonly Outcome[]): TestReport {
  const testResults = outcomes.map(([file, fullName, status]) => ({
    name: join(ROOT, file),
    status: status === 'failed' ? 'failed' : 'passed',
    assertionResults: [{ fullName, status }],
  }));
  return { startTime: 0, testResults };
}

const A: Outcome = ['a.test.ts', 'whatever', 'passed'];
const B: Outcome = ['b.test.ts', 'works once', 'passed'];
const verdictOf = (check: object, ...outcomes: Outcome[]) =>
  judgeChecks([{ ...CHECK, ...check }], reportOf(...outcomes), ROOT)[0]?.verdict;

describe('a security check', () => {
  it('holds if all its tests ran and passed', () => {
    expect(verdictOf({}, A, B)).toBe('holds');
  });

  it('holds partly if something is not covered yet', () => {
    expect(verdictOf({ notYet: 'not all' }, A, B)).toBe('partly');
    expect(verdictOf({ notYet: 'nothing', evidence: [] })).toBe('not yet');
  });

  it('fails if a test failed, did not run or was skipped, even if something is not covered yet', () => {
    expect(verdictOf({}, A, ['b.test.ts', 'works once', 'failed'])).toBe('FAILED');
    expect(verdictOf({}, A)).toBe('FAILED');
    expect(verdictOf({}, A, ['b.test.ts', 'works twice', 'passed'])).toBe('FAILED');
    expect(verdictOf({}, A, ['b.test.ts', 'works once', 'skipped'])).toBe('FAILED');
    expect(verdictOf({ notYet: 'not all' }, A, ['b.test.ts', 'works once', 'failed'])).toBe('FAILED');
  });

  it('fails if a file could not be run', () => {
    const report = {
      startTime: 0,
      testResults: [{ name: join(ROOT, 'a.test.ts'), status: 'failed', assertionResults: [] }],
    };
    const check = { ...CHECK, evidence: [{ file: 'a.test.ts' }] };
    expect(judgeChecks([check], report, ROOT)[0]?.verdict).toBe('FAILED');
  });

  it('without tests must give the reason', () => {
    expect(verdictOf({ evidence: [] })).toBe('FAILED');
  });
});

describe('the page of the security checks', () => {
  it('shows titles as text', () => {
    const judged = judgeChecks([CHECK], reportOf(['a.test.ts', '<script>alert(1)</script>', 'passed'], B), ROOT);
    const page = trustPage(judged, { version: 'v1', ranAt: new Date(0) });
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).not.toContain('<script>');
  });
});
