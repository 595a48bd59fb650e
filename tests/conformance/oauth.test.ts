import { expect, it } from 'vitest';
import { failuresOf, RUN_MS_MAX, runAgainst, withResult } from './run-against.ts';

const PROFILE = `
preset: hr-full
oauth: { integrated: true }
`;

it(
  'a bank that offers OAuth as SCA approach does as the standard says',
  async () => {
    const report = await runAgainst('oauth', PROFILE, false, () => undefined, ['oauth']);
    expect(failuresOf(report)).toEqual([]);
    expect([...withResult(report, 'notOffered'), ...withResult(report, 'notGiven')]).toEqual([]);
    expect(report.results.length).toBeGreaterThanOrEqual(7);
    expect(report.withoutIndex).toEqual([]);
  },
  RUN_MS_MAX,
);
