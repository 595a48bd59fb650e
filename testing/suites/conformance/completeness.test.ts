import { BlackBox } from '@xs2a/conformance/black-box';
import type { Check, Result } from '@xs2a/conformance/check';
import { endpointChecks } from '@xs2a/conformance/checks/endpoint-checks';
import { headerChecks } from '@xs2a/conformance/checks/header-checks';
import { linkChecks, NotedSteps } from '@xs2a/conformance/checks/links/link-checks';
import { notificationChecks } from '@xs2a/conformance/checks/notification-checks';
import { problemChecks } from '@xs2a/conformance/checks/problem-checks';
import { refusalChecks, UNREACHABLE } from '@xs2a/conformance/checks/refusal-checks';
import { JOURNEYS, MACHINES, pathOf, SeenStatuses, unseenWhy } from '@xs2a/conformance/checks/state-checks';
import { unknownIdChecks } from '@xs2a/conformance/checks/unknown-id-checks';
import { coverageOf } from '@xs2a/conformance/coverage';
import { ReceiverFinder } from '@xs2a/conformance/find-receiver';
import { PUBLISHED_CHECKS } from '@xs2a/conformance/published/published-checks';
import { SANDBOX_CHECKS } from '@xs2a/conformance/sandbox/sandbox-checks';
import { teachingChecks } from '@xs2a/conformance/teaching/teaching-checks';
import { REPEATED_UPDATES } from '@xs2a/conformance/tolerance/repeated-updates';
import { toleranceChecks } from '@xs2a/conformance/tolerance/tolerance-checks';
import { ENDPOINTS, REFUSALS, type Situation, statusesOf } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';

const all = (): Check[] => [
  ...endpointChecks(),
  ...refusalChecks(),
  ...problemChecks(),
  ...notificationChecks(new ReceiverFinder()),
  ...unknownIdChecks(),
  ...headerChecks(),
  ...toleranceChecks(),
  ...REPEATED_UPDATES,
  ...teachingChecks(),
  ...PUBLISHED_CHECKS,
  ...SANDBOX_CHECKS,
  ...new SeenStatuses().checks(),
  ...linkChecks(new NotedSteps(new BlackBox('http://localhost'))),
];

describe('the conformance suite', () => {
  it('has a positive case for every row of ENDPOINTS', () => {
    expect(new Set(endpointChecks().map(({ endpoint }) => endpoint))).toEqual(new Set(Object.keys(ENDPOINTS)));
  });

  it('provokes every row of REFUSALS, or gives the reason why that is impossible from outside, and never both', () => {
    const provoked = new Set([...refusalChecks(), ...headerChecks()].map(({ situation }) => situation));
    for (const situation of Object.keys(REFUSALS) as Situation[]) {
      expect([situation, provoked.has(situation)]).toEqual([situation, UNREACHABLE[situation] === undefined]);
    }
  });

  it('covers every transition of every status machine, or gives the reason why it is unreachable from outside', () => {
    const covered = new Set(JOURNEYS.flatMap((journey) => pathOf(journey).edges));
    const edges = Object.entries(MACHINES).flatMap(([name, machine]) =>
      statusesOf(machine).flatMap((from) =>
        Object.keys(machine[from] ?? {}).map((event) => `${name}.${from}.${event}`),
      ),
    );
    expect(edges.filter((edge) => !covered.has(edge) && unseenWhy(edge) === undefined)).toEqual([]);
    expect(edges.filter((edge) => covered.has(edge) && unseenWhy(edge) !== undefined)).toEqual([]);
  });

  it('covers every row of every table of the interface, or gives the reason why that is impossible from outside', () => {
    const passed = all().map(({ run: _, missing: __, ...row }): Result => ({ ...row, result: 'passed', ms: 0 }));
    expect(coverageOf(passed, new Set()).filter(({ state }) => state === 'failed')).toEqual([]);
    // In each of the tables, a row that is no longer covered is detected.
    const failed = coverageOf([], new Set()).filter(({ state }) => state === 'failed');
    expect(new Set(failed.map(({ table }) => table))).toEqual(
      new Set(['endpoints', 'refusals', 'headers', 'statuses', 'edges', 'links']),
    );
    expect(failed).toContainEqual({
      table: 'refusals',
      row: 'consentExpired',
      state: 'failed',
      why: 'the suite has no check of it, and no reason',
    });
  });

  it('gives every check a unique name', () => {
    const ids = all().map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });
});
