import { failOpenAuthorisations } from '@xs2a/approvals';
import { CONSENT_STATUS_MACHINE, type ConsentStatus, isFinal } from '@xs2a/contracts';
import { type Author, advance, bankDay, retryOnConflict } from '@xs2a/service-kit';
import type { Filter } from 'mongodb';
import type { ConsentContext } from '../context.ts';
import type { ConsentKind } from '../model/consent-kind.ts';
import { leaveSigningBasket } from '../model/consent-messages.ts';
import type { ConsentRecord } from '../model/consent-record.ts';
import { effectiveStatus } from '../model/effective-status.ts';
import { guardUnchangedBasket } from '../model/guard-unchanged-basket.ts';

/** Ends a consent for its TPP or PSU and fails its open authorisations. A consent that has already ended, or expired, is unchanged. */
export function endConsent<T extends ConsentRecord>(
  context: ConsentContext,
  { parent, stored, collection }: ConsentKind<T>,
  find: () => Promise<T>,
  event: 'terminated' | 'revoked',
  author: { readonly by: string | Author; readonly psuId?: string },
): Promise<{ consentStatus: ConsentStatus }> {
  return retryOnConflict(async () => {
    const consent = await find();
    const at = context.now();
    const consentStatus = effectiveStatus(consent, at, context.profile);
    if (isFinal(CONSENT_STATUS_MACHINE, consentStatus)) return { consentStatus };
    const abandoned = failOpenAuthorisations(consent, { kind: parent, id: consent._id }, at);
    const ended = await advance(stored, collection, consent, event, {
      at,
      ...author,
      // A consent reserved for a basket meanwhile must report that it leaves it.
      where: { ...guardUnchangedBasket(consent), ...abandoned.where } as Filter<T>,
      set: { ...abandoned.set, lastActionDate: bankDay(at, context.profile) },
      outbox: [...abandoned.outbox, ...leaveSigningBasket(consent, at)],
    });
    if (ended === null) return null;
    await context.outbox.deliver(stored, ended);
    return { consentStatus: ended.consentStatus };
  });
}
