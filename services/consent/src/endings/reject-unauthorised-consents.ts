import type { Filter } from 'mongodb';
import type { ConsentContext } from '../context.ts';
import { accountConsents, type ConsentKind, fundsConsents } from '../model/consent-kind.ts';
import { AUTHORISABLE_STATUSES, type ConsentRecord } from '../model/consent-record.ts';
import { effectiveStatus } from '../model/effective-status.ts';
import { endDueConsents } from './end-due-consents.ts';

/**
 * Rejects consents of both kinds that not all required PSUs authorised in time. If the last day was over first, stores `expired`
 * (decision 17).
 */
export async function rejectUnauthorisedConsents(context: ConsentContext): Promise<void> {
  await reject(context, accountConsents(context));
  await reject(context, fundsConsents(context));
}

async function reject<T extends ConsentRecord>(context: ConsentContext, kind: ConsentKind<T>): Promise<void> {
  const at = context.now();
  const due = { consentStatus: { $in: [...AUTHORISABLE_STATUSES] }, authoriseUntil: { $lte: at } } as const;
  await endDueConsents(context, kind, due as Filter<T>, (consent) =>
    effectiveStatus(consent, at, context.profile) === 'expired' ? 'lapsed' : 'refused',
  );
}
