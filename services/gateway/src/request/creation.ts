import type { PsuData, ScaWishes, Tpp } from '@xs2a/contracts';
import { languageOf } from './accept-language.ts';
import { type Call, headerOf } from './call.ts';
import { fingerprintOf } from './fingerprint.ts';
import { companyOf, psuOf } from './psu.ts';

interface Creation {
  readonly tpp: Tpp;
  readonly requestId: string;
  readonly fingerprint: string;
  readonly psu: PsuData | undefined;
  readonly wishes: ScaWishes;
}

/** Returns the fields common to all creating operations, except the body. */
export function creationOf(call: Call, fingerprint = fingerprintOf(call)): Creation {
  return {
    tpp: call.tpp,
    requestId: call.requestId.toLowerCase(),
    fingerprint,
    psu: psuOf(call),
    wishes: wishesOf(call),
  };
}

/** Returns the preferences of the TPP for SCA, redirect addresses and notifications. */
export function wishesOf(call: Call): ScaWishes {
  const { notification } = call;
  return {
    redirectPreferred: booleanOf(call, 'tpp-redirect-preferred'),
    decoupledPreferred: booleanOf(call, 'tpp-decoupled-preferred'),
    explicitAuthorisationPreferred: booleanOf(call, 'tpp-explicit-authorisation-preferred'),
    redirectUri: headerOf(call, 'tpp-redirect-uri'),
    nokRedirectUri: headerOf(call, 'tpp-nok-redirect-uri'),
    corporateId: companyOf(call),
    language: languageOf(call),
    notification: notification === 'refused' ? undefined : notification,
  };
}

function booleanOf(call: Call, name: string): boolean | undefined {
  const value = headerOf(call, name);
  return value === undefined ? undefined : value === 'true';
}
