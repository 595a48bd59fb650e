import { PROFILE_PRESETS, REFUSALS } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import { describeErrors } from './describe-errors.ts';
import { describeProfile } from './describe-profile.ts';
import { DOCUMENTED_MACHINES } from './status-machines.ts';

describe('the developer pages describe', () => {
  it('every error that a TPP may get', () => {
    const described = describeErrors((_, code) => ({ code })).flatMap(({ errors }) => errors);
    const ofThePortal = ['redirectLinkUnknown', 'redirectLinkExpired', 'scaSessionOver'];
    const all = Object.keys(REFUSALS).filter((situation) => !ofThePortal.includes(situation));
    expect(described.map(({ situation }) => situation).toSorted()).toEqual(all.toSorted());
  });

  it('the meaning of every status', () => {
    for (const { machine, meanings, frames } of DOCUMENTED_MACHINES) {
      expect(Object.keys(meanings).toSorted()).toEqual(Object.keys(machine).toSorted());
      expect(Object.keys(machine)).toEqual(expect.arrayContaining(frames.flat()));
    }
  });

  it('the profile in force', () => {
    expect(describeProfile(PROFILE_PRESETS['hr-full']).notOffered).toEqual([]);
    expect(describeProfile(PROFILE_PRESETS['hr-basic']).notOffered).toEqual(['periodic-payments']);
  });
});
