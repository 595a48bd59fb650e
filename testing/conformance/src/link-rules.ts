import { type ScaApproach, ScaStatus } from '@xs2a/contracts';

/**
 * The link tables of the standard, from a TPP's view. Repeated here on purpose: the suite checks the bank against these, not
 * against the bank's own.
 */
export const RESOURCES = ['consent', 'fundsConsent', 'payment', 'basket', 'cancellation'] as const;
export type Resource = (typeof RESOURCES)[number];
export const APPROACHES = ['REDIRECT', 'EMBEDDED', 'DECOUPLED'] as const satisfies readonly ScaApproach[];
export const PSU = ['psuUnknown', 'psuKnown'] as const;

const OWN = ['self', 'status'];

/** Links of a created resource (decision 20; of a cancellation, decision 16): how its authorisation begins, or has begun. */
export function creationLinks(
  resource: Resource,
  approach: ScaApproach,
  psu: (typeof PSU)[number],
  { isImplicit, confirms }: { readonly isImplicit: boolean; readonly confirms: boolean },
): string[] {
  const begins = isImplicit && resource !== 'basket' && resource !== 'cancellation';
  if (begins) {
    const [first] = NEXT[approach][psu === 'psuKnown' ? 'psuIdentified' : 'received'] ?? [];
    return [...(first === undefined ? [] : [first]), ...(confirms ? ['confirmation'] : []), ...OWN, 'scaStatus'];
  }
  return [START[approach][psu], ...OWN];
}

const START: Record<ScaApproach, Record<(typeof PSU)[number], string>> = {
  REDIRECT: { psuUnknown: 'startAuthorisation', psuKnown: 'startAuthorisation' },
  EMBEDDED: {
    psuUnknown: 'startAuthorisationWithPsuAuthentication',
    psuKnown: 'startAuthorisationWithPsuAuthentication',
  },
  DECOUPLED: { psuUnknown: 'startAuthorisationWithPsuIdentification', psuKnown: 'startAuthorisation' },
};

/** Links to the next step, by approach and scaStatus (decision 20). `scaStatus` itself is always present. */
export const NEXT: Record<ScaApproach, Partial<Record<ScaStatus, readonly string[]>>> = {
  REDIRECT: { received: ['scaRedirect'], psuIdentified: ['scaRedirect'], finalised: [], failed: [] },
  EMBEDDED: {
    received: ['updatePsuIdentification'],
    psuIdentified: ['updatePsuAuthentication'],
    psuAuthenticated: ['selectAuthenticationMethod'],
    scaMethodSelected: ['authoriseTransaction'],
    finalised: [],
    exempted: [],
    failed: [],
  },
  DECOUPLED: {
    received: ['updatePsuIdentification'],
    started: [],
    failed: [],
  },
};

/** Cells without any answer to a TPP, or none that the suite can cause, and why. */
export const UNSEEN_CELLS: Readonly<Record<string, string>> = {
  'REDIRECT.psuAuthenticated': 'the PSU is on the pages of the bank: nothing is sent to it through the TPP',
  'REDIRECT.scaMethodSelected': 'the PSU is on the pages of the bank: nothing is sent to it through the TPP',
  'REDIRECT.started': 'the PSU is on the pages of the bank: nothing is sent to it through the TPP',
  'REDIRECT.exempted': 'the PSU is on the pages of the bank: nothing is sent to it through the TPP',
  'EMBEDDED.started': 'the device that is asked makes it decoupled',
  'DECOUPLED.psuIdentified': 'of PSUs with several devices, of which one is to be chosen',
  'DECOUPLED.psuAuthenticated': 'no password goes through the TPP',
  'DECOUPLED.scaMethodSelected': 'no code goes through the TPP',
  'DECOUPLED.finalised': 'the device is answered beside the interface; read by scaStatus, which has no links',
  'DECOUPLED.exempted': 'an exemption follows a password',
  'REDIRECT.psuIdentified': 'a start that names the PSU stays received until it signs in at the bank',
  'REDIRECT.unconfirmed': 'shown by scaStatus, with the link confirmation',
  'EMBEDDED.unconfirmed': 'confirmations belong to the redirect',
  'DECOUPLED.unconfirmed': 'confirmations belong to the redirect',
};

/** Cells seen only by a TPP that must confirm the return of the browser (decision 22). */
export const OF_CONFIRMATION: readonly string[] = ['REDIRECT.finalised', 'REDIRECT.failed'];

/** Every cell of both tables. */
export const CELLS: readonly string[] = [
  ...RESOURCES.flatMap((resource) =>
    APPROACHES.flatMap((approach) =>
      // The DELETE that requests a cancellation has no PSU (decision 13).
      PSU.filter((psu) => resource !== 'cancellation' || psu === 'psuUnknown').map(
        (psu) => `creation.${resource}.${approach}.${psu}`,
      ),
    ),
  ),
  ...APPROACHES.flatMap((approach) => ScaStatus.options.map((status) => `next.${approach}.${status}`)),
];

/**
 * Removes the variants of a step, with an encrypted password or in the spelling of the Croatian profile, where the step itself is
 * present. An authorisation server replaces the pages of the bank.
 */
export function withoutVariants(names: readonly string[]): string[] {
  return names
    .filter((name) => !name.includes('Encrypted') && !/Identfication|Authentciation/.test(name))
    .map((name) => (name === 'scaOAuth' ? 'scaRedirect' : name));
}
