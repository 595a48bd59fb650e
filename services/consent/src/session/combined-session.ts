import type { AspspProfile } from '@xs2a/contracts';
import type { Consent } from '../model/consent.ts';

const MS_PER_MINUTE = 60_000;

/** Returns the moment after which a consent must have been approved for its session to be open (RTS 2018/389, Art. 4 (3) d). */
export function openSince(at: Date, { limits }: Pick<AspspProfile, 'limits'>): Date {
  return new Date(at.getTime() - limits.combinedServiceMinutes * MS_PER_MINUTE);
}

/** Returns the end of a consent's session; undefined if it has none. */
export function sessionEnd(
  { combinedServiceIndicator, authorisedAt }: Pick<Consent, 'combinedServiceIndicator' | 'authorisedAt'>,
  { combinedService, limits }: Pick<AspspProfile, 'combinedService' | 'limits'>,
): Date | undefined {
  if (!combinedService || combinedServiceIndicator === undefined || authorisedAt === undefined) return undefined;
  return new Date(authorisedAt.getTime() + limits.combinedServiceMinutes * MS_PER_MINUTE);
}
