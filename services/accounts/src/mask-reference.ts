import { type AccountReference, maskPan } from '@xs2a/contracts';

/** A card number is stored masked, whoever sends it clear (field guide 7.10). */
export function maskReference({ pan, ...reference }: AccountReference): AccountReference {
  return pan === undefined ? reference : { ...reference, maskedPan: maskPan(pan) };
}
