import { type AspspProfile, type ConsentStatus, Xs2aError } from '@xs2a/contracts';
import { bankDay, type Clock } from '@xs2a/service-kit';
import type { Document, Filter } from 'mongodb';
import { type ConsentRecord, isAuthorisable } from './consent-record.ts';

const MS_PER_MINUTE = 60_000;

const SUPERSEDED_TEXT = 'the consent was replaced by a newer one that the PSU granted';

/** Consents to confirm funds have no `recurringIndicator`: they are never one-off. */
type Dated = Pick<ConsentRecord, 'consentStatus' | 'validUntil' | 'authoriseUntil' | 'authorisedAt'> &
  Partial<Pick<ConsentRecord, 'history'>> & {
    readonly recurringIndicator?: boolean;
  };

/**
 * Returns the status at a moment. The time decides, even before a job has stored the end: a consent ends with the last minute of
 * `validUntil` in the bank's time zone, a one-off consent some minutes after SCA, and one that was not authorised in time with
 * its time to authorise (decision 17).
 */
export function effectiveStatus(consent: Dated, at: Date, profile: AspspProfile): ConsentStatus {
  const { consentStatus, validUntil, recurringIndicator, authorisedAt } = consent;
  if (isAuthorisable(consentStatus)) return unauthorisedStatus(consent, at, profile);
  if (consentStatus !== 'valid') return consentStatus;
  if (validUntil !== undefined && validUntil < bankDay(at, profile)) return 'expired';
  return recurringIndicator === false && authorisedAt !== undefined && authorisedAt < oneOffExpiryThreshold(at, profile)
    ? 'expired'
    : 'valid';
}

/**
 * Returns the status of a consent that not all PSUs have authorised: it ends with its time to authorise or its last day,
 * whichever is earlier.
 */
function unauthorisedStatus(
  { consentStatus, validUntil, authoriseUntil }: Dated,
  at: Date,
  profile: AspspProfile,
): ConsentStatus {
  const isWindowOver = authoriseUntil <= at;
  if (validUntil !== undefined && validUntil < bankDay(isWindowOver ? authoriseUntil : at, profile)) return 'expired';
  return isWindowOver ? 'rejected' : consentStatus;
}

/** Query for stored consents whose effective status is `valid`: the same rule as above. */
export function filterEffectivelyValid(at: Date, profile: AspspProfile): Filter<Document> {
  return {
    consentStatus: 'valid',
    $nor: [
      { validUntil: { $lt: bankDay(at, profile) } },
      { recurringIndicator: false, authorisedAt: { $lt: oneOffExpiryThreshold(at, profile) } },
    ],
  };
}

/** A one-off consent that was authorised before this moment can no longer be used. */
export function oneOffExpiryThreshold(at: Date, { limits }: AspspProfile): Date {
  return new Date(at.getTime() - limits.oneOffUseMinutes * MS_PER_MINUTE);
}

/** Refuses a consent that is not valid at this moment. */
export function refuseUnusable(
  { now, profile }: { readonly now: Clock; readonly profile: AspspProfile },
  consent: Dated,
): void {
  const status = effectiveStatus(consent, now(), profile);
  if (status === 'expired')
    throw new Xs2aError('consentExpired', isSuperseded(consent) ? { text: SUPERSEDED_TEXT } : {});
  if (status !== 'valid') {
    const until = isAuthorisable(status)
      ? ', and it can be used once the PSU has approved it'
      : ', and it stays so: create another one';
    throw new Xs2aError('consentNotUsable', {
      text: `the consent is not valid: its consentStatus is ${status}${until}`,
    });
  }
}

function isSuperseded({ history }: Dated): boolean {
  return history?.at(-1)?.event === 'superseded';
}
