import { abandonAuthorisations } from '@xs2a/contracts';
import { advance, bankDay, hasOpen, outboxEntry } from '@xs2a/service-kit';
import type { Filter } from 'mongodb';
import { accountConsents, type ConsentContext } from '../context.ts';
import { type ConsentKind, type ConsentRecord, leaving, WAITING } from '../model/consent-record.ts';
import { oneOffSince } from '../model/effective-status.ts';

const BATCH = 500;

type Tidying = Pick<ConsentContext, 'profile' | 'now' | 'outbox'>;

/** Writes down what the date has decided already: consents after their last day become `expired`. Returns how many. */
export function expireConsents<T extends ConsentRecord>(context: Tidying, kind: ConsentKind<T>): Promise<number> {
  const over = { consentStatus: 'valid', validUntil: { $lt: bankDay(context.now(), context.profile) } } as const;
  return moveAll(context, kind, over as Filter<T>, 'lapsed');
}

/** One-off consents whose short time of use is over become `expired`. Returns how many. */
export function expireUsedUp(context: ConsentContext): Promise<number> {
  const authorisedAt = { $lt: oneOffSince(context.now(), context.profile) };
  const over = { consentStatus: 'valid', recurringIndicator: false, authorisedAt } as const;
  return moveAll(context, accountConsents(context), over, 'usedUp');
}

/** Consents that were not authorised in time, by all who must, become `rejected` (field guide 1.1). Returns how many. */
export function rejectUnauthorised<T extends ConsentRecord>(context: Tidying, kind: ConsentKind<T>): Promise<number> {
  const over = { consentStatus: { $in: [...WAITING] }, authoriseUntil: { $lte: context.now() } } as const;
  return moveAll(context, kind, over as Filter<T>, 'refused');
}

async function moveAll<T extends ConsentRecord>(
  { now, outbox: sender }: Tidying,
  { parent, stored, collection }: ConsentKind<T>,
  over: Filter<T>,
  event: 'lapsed' | 'usedUp' | 'refused',
): Promise<number> {
  const at = now();
  const due = await collection.find<T>(over).limit(BATCH).toArray();
  for (const consent of due) {
    const open = event === 'refused' && hasOpen(consent);
    const outbox = [
      ...(open ? [outboxEntry(abandonAuthorisations, { parent: { kind: parent, id: consent._id } }, at)] : []),
      ...leaving(consent, at),
    ];
    const moved = await advance(stored, collection, consent, event, { at, by: 'consent', outbox });
    // A PSU who is at a page now is stopped before it approves what is over.
    if (moved !== null) await sender.deliver(stored, moved);
  }
  return due.length;
}
