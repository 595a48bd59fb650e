import { Xs2aError } from '@xs2a/contracts';
import { type Call, headerOf } from '../call.ts';
import type { House } from '../request-checks.ts';

/** Mandatory on creating calls in the standard; in the interface the profile decides (field guide 12, row 29). */
export function psuIpAddress(call: Call, { profile }: House): void {
  if (!profile.psuIpAddressRequired || headerOf(call, 'psu-ip-address') !== undefined) return;
  throw new Xs2aError('headerInvalid', { path: 'PSU-IP-Address', text: 'PSU-IP-Address is needed' });
}
