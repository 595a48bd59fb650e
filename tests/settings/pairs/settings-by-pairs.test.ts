import { AspspProfile } from '@xs2a/contracts';
import { expect, it } from 'vitest';
import { CHOICES, NOT_CHOSEN, profilesByPairs } from './settings-by-pairs.ts';

it('every setting is chosen in pairs with every other one, or says why not', () => {
  const missing = Object.keys(AspspProfile.shape).filter((name) => !(name in CHOICES) && !(name in NOT_CHOSEN));
  expect(missing).toEqual([]);
});

it('any two choices of two settings meet in a profile, unless one rules out the other', () => {
  const profiles = profilesByPairs().map((profile) => JSON.stringify(profile));
  const meets = (one: string, other: string) => profiles.some((text) => text.includes(one) && text.includes(other));
  expect(meets('"errorForm":"problem"', '"wireStyle":"text"')).toBe(true);
  expect(meets('"psuIdRequired":true', '"fundsConfirmation":false')).toBe(true);
  expect(meets('"preset":"berlin-group"', '"scaApproaches":["DECOUPLED"]')).toBe(true);
});
