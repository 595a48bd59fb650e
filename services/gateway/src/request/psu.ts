import type { PsuData } from '@xs2a/contracts';
import { type Call, headerOf } from './call.ts';

/** Returns the PSU named in the access token, or by the TPP in its headers. */
export function psuOf(call: Call): PsuData | undefined {
  if (call.tokenPsu !== undefined) return call.tokenPsu;
  const psuId = headerOf(call, 'psu-id');
  if (psuId === undefined) return undefined;
  return {
    psuId,
    psuIdType: headerOf(call, 'psu-id-type'),
    corporateId: headerOf(call, 'psu-corporate-id'),
    corporateIdType: headerOf(call, 'psu-corporate-id-type'),
  };
}

/** Returns the company, if the TPP names it without a PSU. */
export function companyOf(call: Call): string | undefined {
  return headerOf(call, 'psu-id') === undefined ? headerOf(call, 'psu-corporate-id') : undefined;
}
