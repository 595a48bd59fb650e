import { expect, it } from 'vitest';
import { failuresOf, RULES_FOR_OTHER_BANKS, RUN_MS_MAX, runAgainst, withResult } from './run-against.ts';

/** Rules for banks whose SCA approach depends on the method, that let a PSU change the method, or that combine services in a session. */
const RULES_BY_SETTING = [
  ...['basket', 'consent', 'fundsConsent', 'payment'].map((resource) => `links.method before approach.${resource}`),
  'links.method sent again',
  'refusals.addressUnknown.not offered',
  'links.combined session.payment',
  'links.combined session.decoupled',
  'links.combined session.funds',
];

const PROFILE = `
preset: berlin-group
trustedBeneficiaries: true
ownerNames: always
# So that a bulk of today is executed on whatever day the tests run.
executionTimes: { pain.001-credit-transfers: { bankingDays: every, bookedAtOnce: true } }
`;

it(
  'an instance with the profile berlin-group keeps every rule of what it offers',
  async () => {
    const report = await runAgainst('berlin-group', PROFILE);
    expect(failuresOf(report)).toEqual([]);
    expect(report.withoutIndex).toEqual([]);
    expect(withResult(report, 'notGiven')).toEqual(['answers.downloadTransactions', 'endpoints.downloadTransactions']);
    expect(withResult(report, 'notOffered')).toEqual([...RULES_FOR_OTHER_BANKS, ...RULES_BY_SETTING].toSorted());
  },
  RUN_MS_MAX,
);
