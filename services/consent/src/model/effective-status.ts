import { type AspspProfile, type ConsentStatus, Xs2aError } from '@xs2a/contracts';
import { bankDay } from '@xs2a/service-kit';
import type { ConsentContext } from '../context.ts';
import type { ConsentRecord } from './consent-record.ts';

const MS_PER_MINUTE = 60_000;

/** `recurringIndicator` is left out by consents to ask for funds: those are never one-off. */
type Dated = Pick<ConsentRecord, 'consentStatus' | 'validUntil' | 'authorisedAt'> & {
  readonly recurringIndicator?: boolean;
};

/**
 * The status as it is at a moment. The date decides, whether or not the job that tidies up has been by: a consent ends with
 * the last minute of `validUntil` in the bank's time zone, a one-off one some minutes after SCA (field guide 7.1).
 */
export function effectiveStatus(consent: Dated, at: Date, profile: AspspProfile): ConsentStatus {
  const { consentStatus, validUntil, recurringIndicator, authorisedAt } = consent;
  if (consentStatus !== 'valid') return consentStatus;
  if (validUntil !== undefined && validUntil < bankDay(at, profile)) return 'expired';
  return recurringIndicator === false && authorisedAt !== undefined && authorisedAt < oneOffSince(at, profile)
    ? 'expired'
    : 'valid';
}

/** A one-off consent authorised before this moment can no longer be used. */
export function oneOffSince(at: Date, { limits }: AspspProfile): Date {
  return new Date(at.getTime() - limits.oneOffUseMinutes * MS_PER_MINUTE);
}

export function refuseUnusable({ now, profile }: Pick<ConsentContext, 'now' | 'profile'>, consent: Dated): void {
  const status = effectiveStatus(consent, now(), profile);
  if (status === 'expired') throw new Xs2aError('consentExpired');
  if (status !== 'valid') throw new Xs2aError('consentNotUsable');
}

/** Refuses a day that is over, named by the field of the body that holds it. */
export function refusePast(days: Readonly<Record<string, string | undefined>>, today: string): void {
  for (const [path, day] of Object.entries(days)) {
    if (day !== undefined && day < today)
      throw new Xs2aError('fieldInvalid', { path, text: 'must not be in the past' });
  }
}
