import type { Tpp } from '@xs2a/contracts';
import type { Approvable } from './approvals.ts';

/** PSUs that a resource, or one of its authorisations, names. */
interface KnownPsus extends Partial<Pick<Approvable, 'namedPsu' | 'signedBy' | 'signaturesNeeded' | 'wishes'>> {
  readonly corporateId?: string | undefined;
}

/** The fields that {@link isOfOtherPsu} reads. */
export const FIELDS_OF_PSUS = ['namedPsu', 'signedBy', 'signaturesNeeded', 'wishes', 'corporateId'] as const;

/**
 * Whether the resource is another PSU's than the one whom the access token of the TPP names (decision 97). Those that it was
 * created for, or who approved it, are its PSUs; of a company each of its PSUs. While it has none, or is open to the approval of
 * further PSUs, nobody is another one.
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
