import { Xs2aError } from '@xs2a/contracts';
import type { Call } from '../../request/call.ts';

/** Refuses ids with invalid percent-encoding, which no resource has. The TPP gets this error at the same point as for an unknown id. */
export function readableAddress({ isMisencoded }: Call): void {
  if (isMisencoded) throw new Xs2aError('resourceUnknown');
}
