import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../../tools/programs.ts';
import { readNpmReport, readPythonReport } from '../../../tools/supply-chain/ask-databases.ts';
import {
  type Advisory,
  type Asked,
  judgeAdvisories,
  readWaivers,
  type Waiver,
} from '../../../tools/supply-chain/judge-advisories.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const advisory: Advisory = {
  id: 'GHSA-1',
  package: 'left-pad',
  version: '1.0.0',
  severity: 'high',
  title: 'pads right',
};
const waiver: Waiver = {
  id: 'GHSA-1',
  package: 'left-pad',
  reason: 'the function is not called',
  by: 'officer',
  since: '2026-11-01',
  until: '2026-12-01',
};
const asked = (...advisories: Advisory[]): Asked => ({ database: 'npm', advisories });
const judge = (all: Asked[], ...waivers: Waiver[]) => judgeAdvisories(all, waivers, NOW);

describe('the exit code of the advisory check', () => {
  it('is 0 if no serious advisory applies', () => {
    expect(judge([asked()])).toEqual({ lines: ['npm: nothing known'], code: 0 });
    expect(judge([asked({ ...advisory, severity: 'moderate' })]).code).toBe(0);
  });

  it.each(['high', 'critical', 'unknown'] as const)('is 1 for severity %s', (severity) => {
    const { lines, code } = judge([asked({ ...advisory, severity })]);
    expect([code, lines[1]]).toEqual([1, `${severity}: left-pad 1.0.0, GHSA-1: pads right`]);
  });

  it('is 0 with a waiver in force, which is printed with its reason', () => {
    const { lines, code } = judge([asked(advisory)], waiver);
    expect([code, lines[1]]).toEqual([
      0,
      expect.stringContaining('waived until 2026-12-01: the function is not called'),
    ]);
  });

  it.each([
    ['has ended', { until: '2026-11-21' }],
    ['has not begun', { since: '2026-11-23' }],
    ['is for another advisory', { id: 'GHSA-2' }],
    ['is for another package', { package: 'right-pad' }],
  ])('is 1 if the waiver %s', (_, change) => {
    expect(judge([asked(advisory)], { ...waiver, ...change }).code).toBe(1);
  });

  it('comes with the waivers that have ended or waive nothing', () => {
    expect(judge([asked()], waiver).lines[1]).toMatch(/waives nothing that was found/);
    expect(judge([asked()], { ...waiver, until: '2026-11-21' }).lines[1]).toMatch(/ended on 2026-11-21/);
  });

  it('is 3 if a database did not answer: silence is no success', () => {
    const silent: Asked = { database: 'index', notAsked: 'answered 405' };
    expect(judge([asked(), silent])).toEqual({
      lines: ['npm: nothing known', 'index: could not be asked: answered 405'],
      code: 3,
    });
    expect(judge([asked(advisory), silent]).code).toBe(1);
  });
});

describe('an answer about advisories', () => {
  it('from the npm registry is parsed', () => {
    const one = {
      module_name: 'left-pad',
      severity: 'high',
      title: 'pads right',
      github_advisory_id: 'GHSA-1',
      findings: [{ version: '1.0.0' }],
    };
    const out = JSON.stringify({ advisories: { 7: one }, metadata: {} });
    expect(readNpmReport({ out, err: '' })).toMatchObject({ advisories: [advisory] });
  });

  it('counts as missing if it is an error of the registry', () => {
    expect(readNpmReport({ out: '', err: '  × The audit endpoint\n  │ responded with 405:' })).toMatchObject({
      notAsked: 'The audit endpoint responded with 405:',
    });
    expect(readNpmReport({ out: '{"error":{"code":"ENOAUDIT"}}', err: '' })).toMatchObject({
      notAsked: expect.anything(),
    });
  });

  it('from the Python index is parsed, and a package unknown there makes the list count as missing', () => {
    const vulnerable = { name: 'six', version: '1.0', vulns: [{ id: 'PYSEC-1', description: 'bad' }] };
    expect(readPythonReport('list', { out: JSON.stringify({ dependencies: [vulnerable] }), err: '' })).toMatchObject({
      advisories: [{ id: 'PYSEC-1', package: 'six', severity: 'unknown' }],
    });
    const skipped = { name: 'cffi', skip_reason: 'not found' };
    const out = JSON.stringify({ dependencies: [vulnerable, skipped] });
    expect(readPythonReport('list', { out, err: '' })).toMatchObject({ notAsked: 'not found' });
  });
});

describe('waivers', () => {
  const write = (waivers: unknown): string => {
    const file = join(mkdtempSync(join(tmpdir(), 'waivers-')), 'waivers.json');
    writeFileSync(file, JSON.stringify(waivers));
    return file;
  };

  it('in this repository are complete, and none lasts longer than 90 days', () => {
    expect(readWaivers(join(ROOT, 'tools/supply-chain/waivers.json'))).toEqual([]);
  });

  it('without end or reason, or for longer than 90 days, are refused', () => {
    const { until: _, ...endless } = waiver;
    expect(readWaivers(write([waiver]))).toHaveLength(1);
    expect(() => readWaivers(write([endless]))).toThrow();
    expect(() => readWaivers(write([{ ...waiver, reason: '' }]))).toThrow();
    expect(() => readWaivers(write([{ ...waiver, until: '2027-11-01' }]))).toThrow('90 days');
  });
});
