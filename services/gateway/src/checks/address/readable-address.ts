import { Xs2aError } from '@xs2a/contracts';
import type { Call } from '../../request/call.ts';

/** No resource has an id with invalid percent-encoding. The TPP learns it where it would learn that an id is unknown. */
export function readableAddress({ isMisencoded }: Call): void {
  if (isMisencoded) throw new Xs2aError('resourceUnknown');
}
