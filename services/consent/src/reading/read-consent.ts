import type { ConsentView } from '@xs2a/contracts';
import type { ConsentContext } from '../context.ts';
import { effectiveStatus } from '../model/effective-status.ts';
import { type AddressedConsent, findConsent } from './find-consent.ts';

/** Reads a consent for its TPP, in every status. */
export async function readConsent(context: ConsentContext, addressed: AddressedConsent): Promise<ConsentView> {
  const consent = await findConsent(context.consents, addressed);
  const { _id, access, grantedAccess, recurringIndicator, validUntil, frequencyPerDay, lastActionDate } = consent;
  return {
    consentId: _id,
    consentStatus: effectiveStatus(consent, context.now(), context.profile),
    access: grantedAccess ?? access,
    recurringIndicator,
    validUntil,
    frequencyPerDay,
    lastActionDate,
  };
}
