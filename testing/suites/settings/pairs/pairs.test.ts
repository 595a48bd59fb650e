import { describe, expect, it } from 'vitest';
import { failuresOf, RUN_MS_MAX, runAgainst } from '../../conformance/run-against.ts';
import { profilesByPairs } from './settings-by-pairs.ts';

/** All rows with `npm run verify -- settings`; every fourth one among all long tests, which must end within half an hour. */
const isWhole = process.env['VERIFY_BY_NAME'] === 'true';

describe('the interface with settings that no preset combines', () => {
  it.each(
    profilesByPairs()
      .map((profile, index) => [index, profile] as const)
      .filter(([index]) => isWhole || index % 4 === 0),
  )(
    'follows the standard and the published document, profile %i of pairs',
    async (index, profile) => {
      const report = await runAgainst(`pairs-${index}`, JSON.stringify(profile));
      expect(failuresOf(report), JSON.stringify(profile)).toEqual([]);
    },
    RUN_MS_MAX,
  );
});
