import { type AspspProfile, type RequestOf, type useConsent, Xs2aError } from '@xs2a/contracts';
import { addDays, bankDay } from '@xs2a/service-kit';
import type { Consent } from '../model/consent.ts';

const MS_PER_MINUTE = 60_000;

/** Earlier than every day: days are compared as text. */
const BEFORE_EVERY_DAY = '0000-01-01';

/**
 * Returns the first day whose entries may be read at a moment. Older history requires a recent authentication of the PSU for the
 * consent (RTS 2018/389, Art. 10; decision 19).
 */
export function earliestReadableDay(profile: AspspProfile, { authorisedAt }: Consent, at: Date): string {
  const { historyDays, freshScaMinutes } = profile.limits;
  const isFresh =
    authorisedAt !== undefined && at.getTime() - authorisedAt.getTime() <= freshScaMinutes * MS_PER_MINUTE;
  return isFresh ? BEFORE_EVERY_DAY : addDays(bankDay(at, profile), -historyDays);
}

/** Refuses a read of older entries and names the first day that is readable. */
export function refuseOldHistory(
  profile: AspspProfile,
  earliestDay: string,
  oldest: RequestOf<typeof useConsent>['oldest'],
): void {
  if (oldest === undefined || oldest.day >= earliestDay) return;
  throw new Xs2aError('periodInvalid', {
    path: oldest.path,
    text: `entries before ${earliestDay} are given for ${profile.limits.freshScaMinutes} minutes after the PSU authorised the consent`,
  });
}
