import { describe, expect, it } from 'vitest';
import { PROFILE_PRESETS } from './presets.ts';
import { isStartedImplicitly } from './sca-approach.ts';

const EMBEDDED = { scaApproach: 'EMBEDDED', signaturesNeeded: 1, psuKnown: true } as const;
const NOT_EXPLICIT = { explicitAuthorisationPreferred: false };

describe('the embedded approach in the preset berlin-group', () => {
  const profile = PROFILE_PRESETS['berlin-group'];

  it('is started with the resource if the TPP names the PSU and does not prefer the explicit start', () => {
    expect(isStartedImplicitly(profile, NOT_EXPLICIT, EMBEDDED)).toBe(true);
    expect(isStartedImplicitly(profile, {}, EMBEDDED)).toBe(true);
  });

  it('is started by the TPP if it prefers that, names no PSU, or several PSUs must approve', () => {
    expect(isStartedImplicitly(profile, {}, { ...EMBEDDED, psuKnown: false })).toBe(false);
    expect(isStartedImplicitly(profile, { explicitAuthorisationPreferred: true }, EMBEDDED)).toBe(false);
    expect(isStartedImplicitly(profile, NOT_EXPLICIT, { ...EMBEDDED, psuKnown: false })).toBe(false);
    expect(isStartedImplicitly(profile, NOT_EXPLICIT, { ...EMBEDDED, signaturesNeeded: 2 })).toBe(false);
  });
});

it('in the other presets, the embedded approach is always started by the TPP', () => {
  expect(isStartedImplicitly(PROFILE_PRESETS['hr-full'], NOT_EXPLICIT, EMBEDDED)).toBe(false);
});
