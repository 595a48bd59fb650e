import type { Tpp } from '@xs2a/contracts';
import type { Approvable } from './approvals.ts';

/** PSUs named by a resource or by one of its authorisations. */
interface KnownPsus extends Partial<Pick<Approvable, 'namedPsu' | 'signedBy' | 'signaturesNeeded' | 'wishes'>> {
  readonly corporateId?: string | undefined;
}

/** The fields that {@link isOfOtherPsu} reads. */
export const FIELDS_OF_PSUS = ['namedPsu', 'signedBy', 'signaturesNeeded', 'wishes', 'corporateId'] as const;

/**
 * Whether the resource belongs to another PSU than that of the TPP's access token (decision 97). It belongs to the PSUs that it
 * was created for or that approved it; with a company, to each of its PSUs. Never while it has no PSU, or is open for the
 * approval of further PSUs.
 */
export function isOfOtherPsu(
  { onBehalfOf }: Pick<Tpp, 'onBehalfOf'>,
  known: KnownPsus,
  { isOpen = false }: { readonly isOpen?: boolean } = {},
): boolean {
  if (onBehalfOf === undefined) return false;
  const { namedPsu, signedBy = [], signaturesNeeded, wishes, corporateId } = known;
  const company = corporateId ?? namedPsu?.corporateId ?? wishes?.corporateId;
  if (company !== undefined && onBehalfOf.corporateId !== undefined) return company !== onBehalfOf.corporateId;
  const psus = [...signedBy, ...(namedPsu === undefined ? [] : [namedPsu.psuId])];
  if (psus.length === 0 || psus.includes(onBehalfOf.psuId)) return false;
  const isWaiting = isOpen && signaturesNeeded !== 1 && signedBy.length < (signaturesNeeded ?? 2);
  return !isWaiting;
}
