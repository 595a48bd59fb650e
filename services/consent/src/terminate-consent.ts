import {
  abandonAuthorisations,
  CONSENT_STATUS_MACHINE,
  isFinal,
  type terminateConsent as operation,
  type ReplyOf,
  type RequestOf,
  Xs2aError,
} from '@xs2a/contracts';
import { advance, bankDay, outboxEntry } from '@xs2a/service-kit';
import type { ConsentKind, ConsentRecord } from './consent-record.ts';
import { findAddressed } from './read-consent.ts';
import type { ConsentRoom } from './room.ts';

const ATTEMPTS_MAX = 3;

/**
 * The TPP gives a consent back: with the answer no read is served any more, and open authorisations fail. One that has
 * ended already stays as it ended (field guide 1.1).
 */
export async function terminateConsent<T extends ConsentRecord>(
  room: ConsentRoom,
  { parent, stored, collection }: ConsentKind<T>,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    const consent = await findAddressed(collection, request);
    if (isFinal(CONSENT_STATUS_MACHINE, consent.consentStatus)) return { consentStatus: consent.consentStatus };
    const at = room.now();
    const open = consent.authorisations.some(({ outcome }) => outcome === undefined);
    const terminated = await advance(stored, collection, consent, 'terminated', {
      at,
      by: request.tpp.id,
      set: { lastActionDate: bankDay(at, room.profile) },
      outbox: open ? [outboxEntry(abandonAuthorisations, { parent: { kind: parent, id: consent._id } }, at)] : [],
    });
    if (terminated === null) continue;
    await room.outbox.deliver(stored, terminated);
    return { consentStatus: terminated.consentStatus };
  }
  throw new Xs2aError('statusConflict');
}
