import type { AspspProfile } from '@xs2a/contracts';
import { canonicalHash } from '../history/canonical-hash.ts';

const CHARACTERS = 12;

/** Tells two profiles apart: every setting counts, their order does not. */
export function profileFingerprint(profile: AspspProfile): string {
  return canonicalHash(profile).slice(0, CHARACTERS);
}
