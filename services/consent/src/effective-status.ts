import { type AspspProfile, type ConsentStatus } from '@xs2a/contracts';
import { bankDay } from '@xs2a/service-kit';
import type { Consent } from './consent.ts';

const MS_PER_MINUTE = 60_000;

type Dated = Pick<Consent, 'consentStatus' | 'validUntil' | 'recurringIndicator' | 'authorisedAt'>;

/**
 * The status as it is at a moment. The date decides, whether or not the job that tidies up has been by: a consent ends with
 * the last minute of `validUntil` in the bank's time zone, a one-off one some minutes after SCA (field guide 7.1).
 */
export function effectiveStatus(consent: Dated, at: Date, profile: AspspProfile): ConsentStatus {
  const { consentStatus, validUntil, recurringIndicator, authorisedAt } = consent;
  if (consentStatus !== 'valid') return consentStatus;
  if (validUntil < bankDay(at, profile)) return 'expired';
  return !recurringIndicator && authorisedAt !== undefined && authorisedAt < oneOffSince(at, profile)
    ? 'expired'
    : 'valid';
}

/** A one-off consent authorised before this moment can no longer be used. */
export function oneOffSince(at: Date, { limits }: AspspProfile): Date {
  return new Date(at.getTime() - limits.oneOffUseMinutes * MS_PER_MINUTE);
}
