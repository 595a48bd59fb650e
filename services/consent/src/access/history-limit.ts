import { type RequestOf, type useConsent, Xs2aError } from '@xs2a/contracts';
import { addDays, bankDay } from '@xs2a/service-kit';
import type { ConsentContext } from '../context.ts';
import type { Consent } from '../model/consent.ts';

const MS_PER_MINUTE = 60_000;

type Rules = Pick<ConsentContext, 'profile'>;
type Authorised = Pick<Consent, 'authorisedAt'>;

/** Earlier than any day: what is compared are texts. */
const EVERY_DAY = '0000-01-01';

/**
 * The first day of entries that may be read at a moment. Older history needs a PSU who authenticated for the consent a
 * short time ago (RTS 2018/389 Art. 10, field guide 7.4).
 */
export function earliestDay({ profile }: Rules, { authorisedAt }: Authorised, at: Date): string {
  const { historyDays, freshScaMinutes } = profile.limits;
  const isFresh =
    authorisedAt !== undefined && at.getTime() - authorisedAt.getTime() <= freshScaMinutes * MS_PER_MINUTE;
  return isFresh ? EVERY_DAY : addDays(bankDay(at, profile), -historyDays);
}

/** Refuses a read of older entries, before it is counted, and names the first day that may be asked for. */
export function refuseOldHistory(
  { profile }: Rules,
  earliest: string,
  oldest: RequestOf<typeof useConsent>['oldest'],
): void {
  if (oldest === undefined || oldest.day >= earliest) return;
  throw new Xs2aError('periodInvalid', {
    path: oldest.path,
    text: `entries before ${earliest} are given for ${profile.limits.freshScaMinutes} minutes after the PSU authorised the consent`,
  });
}
