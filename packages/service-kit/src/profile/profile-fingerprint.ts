import type { AspspProfile } from '@xs2a/contracts';
import { canonicalHash } from '../history/canonical-hash.ts';

const CHARACTERS = 12;

/** Fingerprint over all settings of a profile, independent of their order. */
export function profileFingerprint(profile: AspspProfile): string {
  return canonicalHash(profile).slice(0, CHARACTERS);
}
