import { Xs2aError } from '@xs2a/contracts';
import { type Call, headerOf } from '../call.ts';
import type { House } from '../request-checks.ts';

/** Conditional in the standard: a bank may want to know the PSU from the start (field guide 6.2). */
export function psuId(call: Call, { profile }: House): void {
  if (!profile.psuIdRequired || headerOf(call, 'psu-id') !== undefined) return;
  throw new Xs2aError('headerInvalid', { path: 'PSU-ID', text: 'PSU-ID is needed' });
}
