import { expect, it } from 'vitest';
import { failuresOf, RUN_MS_MAX, runAgainst, withResult } from './run-against.ts';

const PROFILE = `
preset: hr-full
oauth: { integrated: true, preStep: { accounts: optional, payments: optional, funds: needed } }
`;

/** Settings that the other run lacks: reads need the token of their consent, and requests are pushed. */
const STRICT = `
preset: hr-full
scaApproaches: [REDIRECT]
oauth: { integrated: true, readsNeedToken: true, pushedRequestsOnly: true }
`;

const ofStrict = ['oauth.read without token', 'oauth.request not pushed'];

it.each([
  ['as SCA approach and as pre-step', 'oauth', PROFILE, ofStrict],
  [
    'with tokens required for reads, by pushed requests',
    'oauth-strict',
    STRICT,
    ['oauth.pre-step.accounts', 'oauth.pre-step.payments'],
  ],
])(
  'a bank that offers OAuth %s follows the standard',
  async (_, name, profile, notOffered) => {
    const report = await runAgainst(name, profile, false, () => undefined, ['oauth']);
    expect(failuresOf(report)).toEqual([]);
    expect(withResult(report, 'notOffered')).toEqual(notOffered);
    expect(withResult(report, 'notGiven')).toEqual([]);
    expect(report.results.length).toBeGreaterThanOrEqual(11);
    expect(report.withoutIndex).toEqual([]);
  },
  RUN_MS_MAX,
);
