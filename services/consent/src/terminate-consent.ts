import type { terminateConsent as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import type { ConsentKind, ConsentRecord } from './consent-record.ts';
import { endConsent } from './end-consent.ts';
import { findAddressed } from './read-consent.ts';
import type { ConsentRoom } from './room.ts';

/**
 * The TPP gives a consent back: with the answer no read is served any more, and open authorisations fail. One that has
 * ended already stays as it ended (field guide 1.1).
 */
export function terminateConsent<T extends ConsentRecord>(
  room: ConsentRoom,
  kind: ConsentKind<T>,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  return endConsent(room, kind, () => findAddressed(kind.collection, request), 'terminated', { by: request.tpp });
}
