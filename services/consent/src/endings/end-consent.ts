import {
  abandonAuthorisations,
  CONSENT_STATUS_MACHINE,
  type ConsentStatus,
  isFinal,
  type Tpp,
  Xs2aError,
} from '@xs2a/contracts';
import { advance, bankDay, beforeAttempt, hasOpen, outboxEntry } from '@xs2a/service-kit';
import type { ConsentContext } from '../context.ts';
import { type ConsentKind, type ConsentRecord, leaving } from '../model/consent-record.ts';

const ATTEMPTS_MAX = 3;

/** Ends a consent for the TPP or the PSU, and fails what is open of it. What has ended already stays as it ended. */
export async function endConsent<T extends ConsentRecord>(
  context: ConsentContext,
  { parent, stored, collection }: ConsentKind<T>,
  find: () => Promise<T>,
  event: 'terminated' | 'revoked',
  author: { by: string | Tpp; psuId?: string },
): Promise<{ consentStatus: ConsentStatus }> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    await beforeAttempt(attempt);
    const consent = await find();
    if (isFinal(CONSENT_STATUS_MACHINE, consent.consentStatus)) return { consentStatus: consent.consentStatus };
    const at = context.now();
    const ended = await advance(stored, collection, consent, event, {
      at,
      ...author,
      set: { lastActionDate: bankDay(at, context.profile) },
      outbox: [
        ...(hasOpen(consent)
          ? [outboxEntry(abandonAuthorisations, { parent: { kind: parent, id: consent._id } }, at)]
          : []),
        ...leaving(consent, at),
      ],
    });
    if (ended === null) continue;
    await context.outbox.deliver(stored, ended);
    return { consentStatus: ended.consentStatus };
  }
  throw new Xs2aError('statusConflict');
}
