import { expect, it } from 'vitest';
import { failuresOf, OF_OTHER_BANKS, RUN_MS_MAX, runAgainst, withResult } from './run-against.ts';

/** Of banks whose SCA approach follows from a method, that let a method change, or that combine services in a session. */
const BY_SETTING = [
  ...['basket', 'consent', 'fundsConsent', 'payment'].map((resource) => `links.method before approach.${resource}`),
  'links.method sent again',
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
  'an instance with the profile berlin-group holds every rule that it offers',
  async () => {
    const report = await runAgainst('berlin-group', PROFILE);
    expect(failuresOf(report)).toEqual([]);
    expect(report.withoutIndex).toEqual([]);
    expect(withResult(report, 'notGiven')).toEqual(['answers.downloadTransactions', 'endpoints.downloadTransactions']);
    expect(withResult(report, 'notOffered')).toEqual([...OF_OTHER_BANKS, ...BY_SETTING].toSorted());
  },
  RUN_MS_MAX,
);
