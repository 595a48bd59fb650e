import type { ObstacleReport } from '@xs2a/conformance/obstacles/run-obstacles';
import { OBSTACLE_RULES, runObstacles } from '@xs2a/conformance/obstacles/run-obstacles';
import { expect, it } from 'vitest';
import { RUN_MS_MAX, withInstance } from './run-against.ts';

const idsOf = ({ results }: ObstacleReport, wanted: ObstacleReport['results'][number]['result']): string[] =>
  results.filter(({ result }) => result === wanted).map(({ id }) => id);

it(
  'a bank with the second edition of the Croatian profile violates no rule on obstacles',
  async () => {
    const report = await withInstance('hr-full', 'preset: hr-full', false, runObstacles);
    expect(report.results.filter(({ result }) => result === 'violated')).toEqual([]);
    expect(idsOf(report, 'notGiven')).toEqual([]);
    expect(report.results.map(({ id }) => id)).toEqual(OBSTACLE_RULES.map(({ id }) => id));
  },
  RUN_MS_MAX,
);

it(
  'a bank that demands the account that pays, and a new consent after 90 days violates just these rules',
  async () => {
    const yaml = 'preset: hr-full\ndebtorAccount: { sepa-credit-transfers: null }\nlimits: { consentDaysMax: 90 }';
    const report = await withInstance('deviating', yaml, false, runObstacles);
    expect(idsOf(report, 'violated')).toEqual(['account of a payment chosen at the bank', 'access for 180 days']);
    const [chosen] = report.results.filter(({ id }) => id === 'account of a payment chosen at the bank');
    expect(chosen).toMatchObject({
      source: expect.stringContaining('EBA/OP/2020/10'),
      why: expect.stringContaining('400'),
    });
  },
  RUN_MS_MAX,
);
