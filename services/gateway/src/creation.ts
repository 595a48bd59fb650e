import { createHash } from 'node:crypto';
import type { PsuData, ScaInput, ScaWishes, Tpp } from '@xs2a/contracts';
import { type Call, headerOf } from './call.ts';
import { languageOf } from './language.ts';

/** Headers that say for whom a resource is made: another value is another request. */
const PSU_HEADERS = ['psu-id', 'psu-id-type', 'psu-corporate-id', 'psu-corporate-id-type'] as const;

/** What every operation that creates something is told besides the body (contracts, parties). */
export function creationOf(
  call: Call,
  fingerprint = fingerprintOf(call),
): {
  tpp: Tpp;
  requestId: string;
  fingerprint: string;
  psu: PsuData | undefined;
  wishes: ScaWishes;
} {
  return {
    tpp: call.tpp,
    requestId: call.requestId.toLowerCase(),
    fingerprint,
    psu: psuOf(call),
    wishes: wishesOf(call),
  };
}

type Fingerprinted = Pick<Call, 'method' | 'path' | 'rawBody' | 'headers'>;

/** Tells a repeated request from another one under the same X-Request-ID. */
export function fingerprintOf(call: Fingerprinted): string {
  return createHash('sha256').update(headOf(call)).update('\n').update(call.rawBody).digest('base64url');
}

/**
 * The same for the start of an authorisation. Fingerprints are stored, and a hash of a password can be guessed: of
 * credentials only their kind is part of it.
 */
export function fingerprintOfStart(call: Fingerprinted, input: ScaInput | undefined): string {
  const method = input?.kind === 'methodSelection' ? input.authenticationMethodId : null;
  const said = JSON.stringify([input?.kind ?? null, method]);
  return createHash('sha256').update(headOf(call)).update('\n').update(said).digest('base64url');
}

function headOf({ method, path, headers }: Fingerprinted): string {
  return JSON.stringify([method, path, ...PSU_HEADERS.map((name) => headerOf({ headers }, name) ?? null)]);
}

/** The PSU, where the TPP names it. */
export function psuOf(call: Call): PsuData | undefined {
  const psuId = headerOf(call, 'psu-id');
  if (psuId === undefined) return undefined;
  return {
    psuId,
    psuIdType: headerOf(call, 'psu-id-type'),
    corporateId: headerOf(call, 'psu-corporate-id'),
    corporateIdType: headerOf(call, 'psu-corporate-id-type'),
  };
}

/** The company, where the TPP names it and not the PSU. */
export function companyOf(call: Call): string | undefined {
  return headerOf(call, 'psu-id') === undefined ? headerOf(call, 'psu-corporate-id') : undefined;
}

export function wishesOf(call: Call): ScaWishes {
  const { notification } = call;
  return {
    redirectPreferred: truthOf(call, 'tpp-redirect-preferred'),
    decoupledPreferred: truthOf(call, 'tpp-decoupled-preferred'),
    explicitAuthorisationPreferred: truthOf(call, 'tpp-explicit-authorisation-preferred'),
    redirectUri: headerOf(call, 'tpp-redirect-uri'),
    nokRedirectUri: headerOf(call, 'tpp-nok-redirect-uri'),
    corporateId: companyOf(call),
    language: languageOf(call),
    notification: notification === 'refused' ? undefined : notification,
  };
}

function truthOf(call: Call, name: string): boolean | undefined {
  const value = headerOf(call, name);
  return value === undefined ? undefined : value === 'true';
}
