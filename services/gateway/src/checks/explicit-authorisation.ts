import { Xs2aError } from '@xs2a/contracts';
import { type Call, headerOf } from '../call.ts';

const HEADER = 'TPP-Explicit-Authorisation-Preferred';

/** A basket's authorisation is always started by the TPP: whoever wishes otherwise wishes no basket (field guide 6.1). */
export function explicitAuthorisation(call: Call): void {
  if (call.endpoint !== 'createSigningBasket' || headerOf(call, HEADER.toLowerCase()) !== 'false') return;
  throw new Xs2aError('headerInvalid', { path: HEADER, text: 'must be true for a signing basket' });
}
