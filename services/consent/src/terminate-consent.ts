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
import { CONSENTS } from './consent.ts';
import { findAddressed } from './read-consent.ts';
import type { ConsentRoom } from './room.ts';

const ATTEMPTS_MAX = 3;

/**
 * The TPP gives a consent back: with the answer no read is served any more, and open authorisations fail. One that has
 * ended already stays as it ended (field guide 1.1).
 */
export async function terminateConsent(
  room: ConsentRoom,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    const consent = await findAddressed(room, request);
    if (isFinal(CONSENT_STATUS_MACHINE, consent.consentStatus)) return { consentStatus: consent.consentStatus };
    const at = room.now();
    const open = consent.authorisations.some(({ outcome }) => outcome === undefined);
    const terminated = await advance(CONSENTS, room.consents, consent, 'terminated', {
      at,
      by: request.tpp.id,
      set: { lastActionDate: bankDay(at, room.profile) },
      outbox: open ? [outboxEntry(abandonAuthorisations, { parent: { kind: 'consent', id: consent._id } }, at)] : [],
    });
    if (terminated === null) continue;
    await room.outbox.deliver(CONSENTS, terminated);
    return { consentStatus: terminated.consentStatus };
  }
  throw new Xs2aError('statusConflict');
}
