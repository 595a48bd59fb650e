import { ENDPOINTS, REFUSALS, type Situation, statusesOf } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import { BlackBox } from '../../tools/conformance/black-box.ts';
import type { Check, Result } from '../../tools/conformance/check.ts';
import { endpointChecks } from '../../tools/conformance/checks/endpoint-checks.ts';
import { headerChecks } from '../../tools/conformance/checks/header-checks.ts';
import { linkChecks, NotedSteps } from '../../tools/conformance/checks/link-checks.ts';
import { notificationChecks } from '../../tools/conformance/checks/notification-checks.ts';
import { problemChecks } from '../../tools/conformance/checks/problem-checks.ts';
import { refusalChecks, UNREACHABLE } from '../../tools/conformance/checks/refusal-checks.ts';
import { MACHINES, SeenStatuses, unseenWhy, WALKS, wayOf } from '../../tools/conformance/checks/state-checks.ts';
import { unknownIdChecks } from '../../tools/conformance/checks/unknown-id-checks.ts';
import { coverageOf } from '../../tools/conformance/coverage.ts';
import { Listening } from '../../tools/conformance/listening.ts';

const all = (): Check[] => [
  ...endpointChecks(),
  ...refusalChecks(),
  ...problemChecks(),
  ...notificationChecks(new Listening()),
  ...unknownIdChecks(),
  ...headerChecks(),
  ...new SeenStatuses().checks(),
  ...linkChecks(new NotedSteps(new BlackBox('http://localhost'))),
];

describe('the conformance suite', () => {
  it('has a positive case for every row of ENDPOINTS', () => {
    expect(new Set(endpointChecks().map(({ endpoint }) => endpoint))).toEqual(new Set(Object.keys(ENDPOINTS)));
  });

  it('provokes every row of REFUSALS, or says why nobody can from outside, and never both', () => {
    const provoked = new Set(refusalChecks().map(({ situation }) => situation));
    for (const situation of Object.keys(REFUSALS) as Situation[]) {
      expect([situation, provoked.has(situation)]).toEqual([situation, UNREACHABLE[situation] === undefined]);
    }
  });

  it('walks every edge of every status machine, or says why nobody can from outside', () => {
    const walked = new Set(WALKS.flatMap((walk) => wayOf(walk).edges));
    const edges = Object.entries(MACHINES).flatMap(([name, machine]) =>
      statusesOf(machine).flatMap((from) =>
        Object.keys(machine[from] ?? {}).map((event) => `${name}.${from}.${event}`),
      ),
    );
    expect(edges.filter((edge) => !walked.has(edge) && unseenWhy(edge) === undefined)).toEqual([]);
    expect(edges.filter((edge) => walked.has(edge) && unseenWhy(edge) !== undefined)).toEqual([]);
  });

  it('looks at every row of every table of the interface, or says why nobody can from outside', () => {
    const passed = all().map(({ run: _, missing: __, ...row }): Result => ({ ...row, result: 'passed', ms: 0 }));
    expect(coverageOf(passed, new Set()).filter(({ state }) => state === 'failed')).toEqual([]);
    // A row that nobody looks at any more is found out, in each of the tables.
    const told = coverageOf([], new Set()).filter(({ state }) => state === 'failed');
    expect(new Set(told.map(({ table }) => table))).toEqual(
      new Set(['endpoints', 'refusals', 'headers', 'statuses', 'edges', 'links']),
    );
    expect(told).toContainEqual({
      table: 'refusals',
      row: 'consentExpired',
      state: 'failed',
      why: 'the suite has no check of it, and no reason',
    });
  });

  it('names every check once', () => {
    const ids = all().map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });
});
