import { PROFILE_PRESETS } from '@xs2a/contracts';
import { expect, it } from 'vitest';
import { runAgainst } from './run-against.ts';

it('an instance with the profile berlin-group holds every rule that it offers', async () => {
  const report = await runAgainst('berlin-group', PROFILE_PRESETS['berlin-group'], { PROFILE: 'berlin-group' });
  const failed = report.results.filter(({ result }) => result === 'failed');
  console.log(
    report.seconds,
    report.requests,
    report.results.length,
    report.results.filter((r) => r.result === 'notApplicable').map((r) => `${r.id}: ${r.why}`),
  );
  expect(failed.map(({ id, why }) => `${id}: ${why}`)).toEqual([]);
});
