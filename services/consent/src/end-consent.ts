import { abandonAuthorisations, CONSENT_STATUS_MACHINE, type ConsentStatus, isFinal, Xs2aError } from '@xs2a/contracts';
import { advance, bankDay, outboxEntry } from '@xs2a/service-kit';
import { CONSENTS, type Consent } from './consent.ts';
import type { ConsentRoom } from './room.ts';

const ATTEMPTS_MAX = 3;

/** Ends a consent for the TPP or the PSU, and fails what is open of it. What has ended already stays as it ended. */
export async function endConsent(
  room: ConsentRoom,
  find: () => Promise<Consent>,
  event: 'terminated' | 'revoked',
  by: string,
): Promise<{ consentStatus: ConsentStatus }> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    const consent = await find();
    if (isFinal(CONSENT_STATUS_MACHINE, consent.consentStatus)) return { consentStatus: consent.consentStatus };
    const at = room.now();
    const open = consent.authorisations.some(({ outcome }) => outcome === undefined);
    const ended = await advance(CONSENTS, room.consents, consent, event, {
      at,
      by,
      set: { lastActionDate: bankDay(at, room.profile) },
      outbox: open ? [outboxEntry(abandonAuthorisations, { parent: { kind: 'consent', id: consent._id } }, at)] : [],
    });
    if (ended === null) continue;
    await room.outbox.deliver(CONSENTS, ended);
    return { consentStatus: ended.consentStatus };
  }
  throw new Xs2aError('statusConflict');
}
