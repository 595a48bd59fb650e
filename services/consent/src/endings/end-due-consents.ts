import { failOpenAuthorisations } from '@xs2a/approvals';
import { advance, bankDay, isStopping, matchScope } from '@xs2a/service-kit';
import type { Filter } from 'mongodb';
import type { ConsentContext } from '../context.ts';
import type { ConsentKind } from '../model/consent-kind.ts';
import { leaveSigningBasket } from '../model/consent-messages.ts';
import { type ConsentRecord, isAuthorisable } from '../model/consent-record.ts';
import { guardUnchangedBasket } from '../model/guard-unchanged-basket.ts';

/** Maximum number of consents in one run of a job; the next run processes the others. */
const BATCH = 500;

type Event = 'lapsed' | 'usedUp' | 'refused';

/** Ends due consents. A consent that another writer moved meanwhile is left to the next run. */
export async function endDueConsents<T extends ConsentRecord>(
  { now, outbox, profile }: Pick<ConsentContext, 'now' | 'outbox' | 'profile'>,
  { parent, stored, collection }: ConsentKind<T>,
  due: Filter<T>,
  eventOf: (consent: T) => Event,
): Promise<void> {
  for (const consent of await collection
    .find<T>({ ...due, ...matchScope() })
    .limit(BATCH)
    .toArray()) {
    if (isStopping()) return;
    // Read for each consent: the last may be minutes after the first, and checkpoints cover an entry by its date.
    const at = now();
    const isOpen = isAuthorisable(consent.consentStatus);
    const abandoned = isOpen ? failOpenAuthorisations(consent, { kind: parent, id: consent._id }, at) : undefined;
    const ended = await advance(stored, collection, consent, eventOf(consent), {
      at,
      by: 'consent',
      where: { ...guardUnchangedBasket(consent), ...abandoned?.where } as Filter<T>,
      set: { ...abandoned?.set, lastActionDate: bankDay(at, profile) },
      outbox: [...(abandoned?.outbox ?? []), ...leaveSigningBasket(consent, at)],
    });
    // Delivered at once, so that a PSU who is on a page now does not approve a consent that has ended.
    if (ended !== null) await outbox.deliver(stored, ended);
  }
}
