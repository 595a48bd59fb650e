import { expect, it } from 'vitest';
import { failuresOf, RUN_MS_MAX, runAgainst, withResult } from './run-against.ts';

const PROFILE = `
preset: hr-full
oauth: { integrated: true, preStep: { accounts: optional, payments: optional, funds: needed } }
`;

it(
  'a bank that offers OAuth as SCA approach and as pre-step does as the standard says',
  async () => {
    const report = await runAgainst('oauth', PROFILE, false, () => undefined, ['oauth']);
    expect(failuresOf(report)).toEqual([]);
    expect([...withResult(report, 'notOffered'), ...withResult(report, 'notGiven')]).toEqual([]);
    expect(report.results.length).toBeGreaterThanOrEqual(9);
    expect(report.withoutIndex).toEqual([]);
  },
  RUN_MS_MAX,
);
