import { createHash } from 'node:crypto';
import type { PsuData, ScaWishes, Tpp } from '@xs2a/contracts';
import { type Call, headerOf } from './call.ts';

/** Headers that say for whom a resource is made: another value is another request. */
const PSU_HEADERS = ['psu-id', 'psu-id-type', 'psu-corporate-id', 'psu-corporate-id-type'] as const;

/** What every operation that creates something is told besides the body (contracts, parties). */
export function creationOf(call: Call): {
  tpp: Tpp;
  requestId: string;
  fingerprint: string;
  psu: PsuData | undefined;
  wishes: ScaWishes;
} {
  return {
    tpp: call.tpp,
    requestId: call.requestId.toLowerCase(),
    fingerprint: fingerprintOf(call),
    psu: psuOf(call),
    wishes: wishesOf(call),
  };
}

/** Tells a repeated request from another one under the same X-Request-ID. */
export function fingerprintOf(call: Pick<Call, 'method' | 'path' | 'rawBody' | 'headers'>): string {
  const head = [call.method, call.path, ...PSU_HEADERS.map((name) => headerOf(call, name) ?? null)];
  return createHash('sha256').update(JSON.stringify(head)).update('\n').update(call.rawBody).digest('base64url');
}

/** The PSU, where the TPP names it. */
function psuOf(call: Call): PsuData | undefined {
  const psuId = headerOf(call, 'psu-id');
  if (psuId === undefined) return undefined;
  return {
    psuId,
    psuIdType: headerOf(call, 'psu-id-type'),
    corporateId: headerOf(call, 'psu-corporate-id'),
    corporateIdType: headerOf(call, 'psu-corporate-id-type'),
  };
}

function wishesOf(call: Call): ScaWishes {
  return {
    redirectPreferred: truthOf(call, 'tpp-redirect-preferred'),
    decoupledPreferred: truthOf(call, 'tpp-decoupled-preferred'),
    explicitAuthorisationPreferred: truthOf(call, 'tpp-explicit-authorisation-preferred'),
    redirectUri: headerOf(call, 'tpp-redirect-uri'),
    nokRedirectUri: headerOf(call, 'tpp-nok-redirect-uri'),
  };
}

function truthOf(call: Call, name: string): boolean | undefined {
  const value = headerOf(call, name);
  return value === undefined ? undefined : value === 'true';
}
