import { expect, it } from 'vitest';
import type { AspspProfile } from '../aspsp-profile.ts';
import { PROFILE_PRESETS } from '../presets.ts';
import { OBSTACLES, obstaclesIn } from './obstacles.ts';

const FULL: AspspProfile = PROFILE_PRESETS['hr-full'];
const settingsOf = (profile: AspspProfile): string[] => obstaclesIn(profile).map(({ setting }) => setting);

it('no preset has an obstacle, except for the account that the first edition of the Croatian profile requires', () => {
  expect(settingsOf(FULL)).toEqual([]);
  expect(settingsOf(PROFILE_PRESETS['berlin-group'])).toEqual([]);
  expect(settingsOf(PROFILE_PRESETS['hr-basic'])).toEqual(['debtorAccount']);
});

it.each<[string, Partial<AspspProfile>]>([
  ['debtorAccount', { debtorAccount: { ...FULL.debtorAccount, 'sepa-credit-transfers': 'required' } }],
  ['consentModels', { consentModels: ['detailed', 'allPsd2'] }],
  ['psuIdRequired', { psuIdRequired: true }],
  ['oauth.preStep', { oauth: { ...FULL.oauth, preStep: { ...FULL.oauth.preStep, payments: 'needed' } } }],
  ['limits.consentDaysMax', { limits: { ...FULL.limits, consentDaysMax: 90 } }],
  ['limits.frequencyPerDayMax', { limits: { ...FULL.limits, frequencyPerDayMax: 1 } }],
  ['fundsConfirmation', { fundsConfirmation: false }],
])('%s is one where its value hinders TPPs', (setting, change) => {
  expect(settingsOf({ ...FULL, ...change })).toEqual([setting]);
  expect(OBSTACLES.map((row) => row.setting)).toContain(setting);
});
