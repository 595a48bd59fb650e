import { PROFILE_PRESETS } from '@xs2a/contracts';
import { expect, it } from 'vitest';
import { failuresOf, notApplicable, runAgainst } from './run-against.ts';

it('an instance with the profile berlin-group holds every rule that it offers', async () => {
  const report = await runAgainst('berlin-group', PROFILE_PRESETS['berlin-group'], { PROFILE: 'berlin-group' });
  expect(failuresOf(report)).toEqual([]);
  expect(notApplicable(report)).toEqual([
    'answers.downloadTransactions',
    'endpoints.downloadTransactions',
    'refusals.consentModelNotOffered',
    'refusals.resourceNotOfTpp',
  ]);
});
