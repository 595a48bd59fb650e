import type { readConsentStatus as operation, ReplyOf } from '@xs2a/contracts';
import type { Collection } from 'mongodb';
import type { ConsentContext } from '../context.ts';
import type { ConsentRecord } from '../model/consent-record.ts';
import { effectiveStatus } from '../model/effective-status.ts';
import { type AddressedConsent, findConsent } from './find-consent.ts';

const FIELDS = ['consentStatus', 'validUntil', 'authoriseUntil', 'recurringIndicator', 'authorisedAt'];

type Reply = ReplyOf<typeof operation>;

/** Returns the status of a consent to read accounts, including final ones (decision 17). */
export function readConsentStatus(context: ConsentContext, addressed: AddressedConsent): Promise<Reply> {
  return readStatus(context, context.consents, addressed);
}

/** Returns the status of a consent to confirm funds. */
export function readFundsConsentStatus(context: ConsentContext, addressed: AddressedConsent): Promise<Reply> {
  return readStatus(context, context.fundsConsents, addressed);
}

async function readStatus<T extends ConsentRecord>(
  { now, profile }: ConsentContext,
  consents: Collection<T>,
  addressed: AddressedConsent,
): Promise<Reply> {
  const consent = await findConsent(consents, addressed, FIELDS);
  return { consentStatus: effectiveStatus(consent, now(), profile) };
}
