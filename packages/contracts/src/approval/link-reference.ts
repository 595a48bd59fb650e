/** Kinds of resources whose first authorisation is stored with them, by the first letter of their links. */
const KIND_OF_LETTER = { c: 'consent', f: 'fundsConsent', p: 'payment' } as const;
type Letter = keyof typeof KIND_OF_LETTER;

/** A kind of resource that can hold an authorisation before sca has it (decision 64). */
export type HoldingKind = (typeof KIND_OF_LETTER)[Letter];
export const HOLDING_KINDS: readonly HoldingKind[] = Object.values(KIND_OF_LETTER);

/** Kind, id of the resource without hyphens, and a 256-bit secret in base64url. */
const REFERENCE = /^([cfp])([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})([\w-]{43})$/;
/** RFC 9562, 5.8: the content of a version 8 UUID is up to the implementation. */
const VERSION_AT = 14;
const HELD = '8';
const RANDOM = '4';

/** The resource that holds an authorisation. */
export interface Holder {
  readonly kind: HoldingKind;
  readonly id: string;
}

/** Returns the random part of an `scaRedirect` link to an authorisation that its resource holds. */
export function linkReference({ kind, id }: Holder, secret: string): string {
  const letter = (Object.keys(KIND_OF_LETTER) as Letter[]).find((one) => KIND_OF_LETTER[one] === kind) ?? '';
  return `${letter}${id.replaceAll('-', '')}${secret}`;
}

/** Splits a link reference into its resource and secret. Undefined for links of authorisations that sca started. */
export function readLinkReference(reference: string): { holder: Holder; secret: string } | undefined {
  const [, letter, ...parts] = REFERENCE.exec(reference) ?? [];
  const secret = parts.pop();
  if (letter === undefined || secret === undefined) return undefined;
  return { holder: { kind: KIND_OF_LETTER[letter as Letter], id: parts.join('-') }, secret };
}

/** Derives the id of the authorisation that a resource holds: the id of the resource as a UUID of another version. */
export function heldAuthorisationId(resourceId: string): string {
  return `${resourceId.slice(0, VERSION_AT)}${HELD}${resourceId.slice(VERSION_AT + 1)}`;
}

/** Whether the resource stores the authorisation, so that sca may not have it yet. */
export function isHeldAuthorisation(authorisationId: string): boolean {
  return authorisationId[VERSION_AT] === HELD;
}

/** Id of the resource that holds an authorisation. */
export function holderIdOf(authorisationId: string): string {
  return `${authorisationId.slice(0, VERSION_AT)}${RANDOM}${authorisationId.slice(VERSION_AT + 1)}`;
}
