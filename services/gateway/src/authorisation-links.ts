import {
  type AuthorisationState,
  isFinal,
  SCA_STATUS_MACHINE,
  type ScaApproach,
  type ScaStatus,
} from '@xs2a/contracts';
import type { LinkName } from './links.ts';

/** How SCA begins for a new resource, as its owner tells it (contracts, `scaStart`). */
export interface ScaStart {
  readonly scaApproach?: ScaApproach | undefined;
  readonly psuKnown: boolean;
  readonly authorisation?: AuthorisationState | undefined;
}

/** Which link starts an authorisation, by the approach it will take (decision 20). */
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

/** What comes next for the TPP, by approach and scaStatus (decision 20); `scaStatus` itself is always there. */
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
    psuIdentified: ['selectAuthenticationMethod'],
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
 * The next steps of an authorisation. To choose a method there must be some (decision 20); the confirmation is told
 * where one is awaited or will be (decision 22).
 */
export function nextLinks({ scaApproach, scaStatus, scaMethods, confirmationNeeded }: AuthorisationState): LinkName[] {
  const next = NEXT_LINKS[scaApproach][scaStatus].filter(
    (name) => name !== 'selectAuthenticationMethod' || scaMethods !== undefined,
  );
  return confirmationNeeded === true && !isFinal(SCA_STATUS_MACHINE, scaStatus) ? [...next, 'confirmation'] : next;
}

/** The links of an answer to a creation (decision 20). */
export function creationLinks({ scaApproach, psuKnown, authorisation }: ScaStart): LinkName[] {
  if (authorisation !== undefined) return [...nextLinks(authorisation), 'self', 'status', 'scaStatus'];
  return [START_LINKS[scaApproach ?? 'open'][psuKnown ? 'psuKnown' : 'psuUnknown'], 'self', 'status'];
}
