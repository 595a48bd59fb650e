import { createHash } from 'node:crypto';
import type { ScaInput } from '@xs2a/contracts';
import { type Call, headerOf } from './call.ts';

/** Headers that name the owner of the new resource. A different value makes it a different request. */
const PSU_HEADERS = ['psu-id', 'psu-id-type', 'psu-corporate-id', 'psu-corporate-id-type'] as const;

type Fingerprinted = Pick<Call, 'method' | 'path' | 'rawBody' | 'headers' | 'tokenPsu'>;

/** Returns a hash that tells a repeated request from a different one with the same X-Request-ID. */
export function fingerprintOf(call: Fingerprinted): string {
  return createHash('sha256').update(headOf(call)).update('\n').update(call.rawBody).digest('base64url');
}

/**
 * Returns the fingerprint for the start of an authorisation. Fingerprints are stored, and a password can be guessed from its
 * hash, so only the kind of credentials is included.
 */
export function fingerprintOfStart(call: Fingerprinted, input: ScaInput | undefined): string {
  const method = input?.kind === 'methodSelection' ? input.authenticationMethodId : null;
  const content = JSON.stringify([input?.kind ?? null, method]);
  return createHash('sha256').update(headOf(call)).update('\n').update(content).digest('base64url');
}

function headOf({ method, path, headers, tokenPsu }: Fingerprinted): string {
  const named = PSU_HEADERS.map((name) => headerOf({ headers }, name) ?? null);
  const ofToken = tokenPsu === undefined ? [] : [tokenPsu.psuId, tokenPsu.corporateId ?? null];
  return JSON.stringify([method, path, ...named, ...ofToken]);
}
