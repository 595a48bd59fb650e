import type { terminateConsent as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { endConsent } from './end-consent.ts';
import { findAddressed } from './read-consent.ts';
import type { ConsentRoom } from './room.ts';

/**
 * The TPP gives a consent back: with the answer no read is served any more, and open authorisations fail. One that has
 * ended already stays as it ended (field guide 1.1).
 */
export function terminateConsent(
  room: ConsentRoom,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  return endConsent(room, () => findAddressed(room, request), 'terminated', request.tpp.id);
}
