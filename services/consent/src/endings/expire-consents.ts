import { bankDay } from '@xs2a/service-kit';
import type { Filter } from 'mongodb';
import type { ConsentContext } from '../context.ts';
import { accountConsents, type ConsentKind, fundsConsents } from '../model/consent-kind.ts';
import type { ConsentRecord } from '../model/consent-record.ts';
import { oneOffExpiryThreshold } from '../model/effective-status.ts';
import { endDueConsents } from './end-due-consents.ts';

/** Stores `expired` for consents of both kinds after their last day. Their effective status is `expired` from midnight on. */
export async function expireConsents(context: ConsentContext): Promise<void> {
  await expire(context, accountConsents(context));
  await expire(context, fundsConsents(context));
}

async function expire<T extends ConsentRecord>(context: ConsentContext, kind: ConsentKind<T>): Promise<void> {
  const due = { consentStatus: 'valid', validUntil: { $lt: bankDay(context.now(), context.profile) } } as const;
  await endDueConsents(context, kind, due as Filter<T>, () => 'lapsed');
}

/** Stores `expired` for one-off consents whose minutes of use are over. */
export async function expireOneOffConsents(context: ConsentContext): Promise<void> {
  const authorisedAt = { $lt: oneOffExpiryThreshold(context.now(), context.profile) };
  const due = { consentStatus: 'valid', recurringIndicator: false, authorisedAt } as const;
  await endDueConsents(context, accountConsents(context), due, () => 'usedUp');
}
