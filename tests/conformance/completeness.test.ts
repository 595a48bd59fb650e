import { ENDPOINTS, REFUSALS, type Situation, statusesOf } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import { endpointChecks } from '../../tools/conformance/checks/endpoint-checks.ts';
import { headerChecks } from '../../tools/conformance/checks/header-checks.ts';
import { refusalChecks, UNREACHABLE } from '../../tools/conformance/checks/refusal-checks.ts';
import { MACHINES, SeenStatuses, unseenWhy, WALKS, wayOf } from '../../tools/conformance/checks/state-checks.ts';
import { unknownIdChecks } from '../../tools/conformance/checks/unknown-id-checks.ts';

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

  it('names every check once', () => {
    const checks = [
      ...endpointChecks(),
      ...refusalChecks(),
      ...unknownIdChecks(),
      ...headerChecks(),
      ...new SeenStatuses().checks(),
    ];
    const ids = checks.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });
});
