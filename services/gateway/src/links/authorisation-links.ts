import {
  type AuthorisationState,
  isFinal,
  SCA_STATUS_MACHINE,
  type ScaApproach,
  type ScaMethod,
  type ScaStatus,
} from '@xs2a/contracts';
import type { LinkName } from './link-names.ts';

/** Start of SCA for a new resource, as the owning service replies (`scaStart` in the contracts). */
export interface ScaStart {
  readonly scaApproach?: ScaApproach | undefined;
  readonly scaMethods?: readonly ScaMethod[] | undefined;
  readonly psuKnown: boolean;
  readonly firstFactorGiven?: true | undefined;
  readonly authorisation?: AuthorisationState | undefined;
}

/** Link that starts an authorisation explicitly, by its future SCA approach (decision 20). */
export const START_LINKS = {
  open: { psuKnown: 'startAuthorisation', psuUnknown: 'startAuthorisation' },
  REDIRECT: { psuKnown: 'startAuthorisation', psuUnknown: 'startAuthorisation' },
  DECOUPLED: { psuKnown: 'startAuthorisation', psuUnknown: 'startAuthorisationWithPsuIdentification' },
  EMBEDDED: {
    psuKnown: 'startAuthorisationWithPsuAuthentication',
    psuUnknown: 'startAuthorisationWithPsuAuthentication',
  },
} as const satisfies Record<ScaApproach | 'open', Record<'psuKnown' | 'psuUnknown', LinkName>>;

const OPEN_REDIRECT = ['scaRedirect'] as const;
const ENDED = { finalised: [], exempted: [], failed: [] } as const;

/** Links to the TPP's next steps, by SCA approach and scaStatus. The link `scaStatus` is always added. */
export const NEXT_LINKS: Record<ScaApproach, Record<ScaStatus, readonly LinkName[]>> = {
  REDIRECT: {
    received: OPEN_REDIRECT,
    psuIdentified: OPEN_REDIRECT,
    psuAuthenticated: OPEN_REDIRECT,
    scaMethodSelected: OPEN_REDIRECT,
    started: OPEN_REDIRECT,
    unconfirmed: [],
    ...ENDED,
  },
  DECOUPLED: {
    received: ['updatePsuIdentification'],
    psuIdentified: ['updatePsuIdentification'],
    psuAuthenticated: ['selectAuthenticationMethod'],
    scaMethodSelected: [],
    started: [],
    unconfirmed: [],
    ...ENDED,
  },
  EMBEDDED: {
    received: ['updatePsuIdentification'],
    psuIdentified: ['updatePsuAuthentication'],
    psuAuthenticated: ['selectAuthenticationMethod'],
    scaMethodSelected: ['authoriseTransaction'],
    started: [],
    unconfirmed: [],
    ...ENDED,
  },
};

/**
 * Returns the links to the next steps of an authorisation: `updateResourceByDebtorAccountResource` while the PSU must choose the
 * account that pays, `selectAuthenticationMethod` only if there are methods, `confirmation` as soon as a confirmation code is or
 * will be expected (decision 22).
 */
export function nextLinks({
  scaApproach,
  scaStatus,
  scaMethods,
  debtorAccounts,
  confirmationNeeded,
  approachOpen,
}: AuthorisationState): LinkName[] {
  if (approachOpen) return ['selectAuthenticationMethod'];
  if (debtorAccounts !== undefined) return ['updateResourceByDebtorAccountResource'];
  const isAwaited = scaStatus === 'scaMethodSelected' || scaStatus === 'started';
  const next = NEXT_LINKS[scaApproach][scaStatus].filter(
    (name) => name !== 'selectAuthenticationMethod' || scaMethods !== undefined,
  );
  // The PSU may have the challenge sent again, or choose another method (decision 39).
  if (isAwaited && scaMethods !== undefined) next.push('selectAuthenticationMethod');
  return confirmationNeeded === true && !isFinal(SCA_STATUS_MACHINE, scaStatus) ? [...next, 'confirmation'] : next;
}

/** Returns the links of the answer to a creation. */
export function creationLinks({
  scaApproach,
  scaMethods,
  psuKnown,
  firstFactorGiven,
  authorisation,
}: ScaStart): LinkName[] {
  if (authorisation !== undefined) return [...nextLinks(authorisation), 'self', 'status', 'scaStatus'];
  if (scaMethods !== undefined) return ['startAuthorisationWithAuthenticationMethodSelection', 'self', 'status'];
  // No more PSU data is needed (decision 80).
  if (firstFactorGiven) return ['startAuthorisation', 'self', 'status'];
  return [START_LINKS[scaApproach ?? 'open'][psuKnown ? 'psuKnown' : 'psuUnknown'], 'self', 'status'];
}
