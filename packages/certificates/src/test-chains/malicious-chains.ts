import type { MaliciousChain } from './malicious/chain-builders.ts';
import { WEAK_ALGORITHMS } from './malicious/weak-algorithms.ts';
import { WRONG_AUTHORITIES } from './malicious/wrong-authorities.ts';
import { WRONG_FORMS } from './malicious/wrong-forms.ts';
import { WRONG_NAMES } from './malicious/wrong-names.ts';
import { WRONG_PURPOSES } from './malicious/wrong-purposes.ts';

/** Invalid chains (RFC 5280, 6; ETSI EN 319 412, TS 119 312, TS 119 495). */
export const MALICIOUS_CHAINS: readonly MaliciousChain[] = [
  ...WEAK_ALGORITHMS,
  ...WRONG_AUTHORITIES,
  ...WRONG_NAMES,
  ...WRONG_PURPOSES,
  ...WRONG_FORMS,
];
