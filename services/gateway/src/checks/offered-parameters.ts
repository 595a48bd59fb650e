import { type AspspProfile, BookingStatus, Xs2aError } from '@xs2a/contracts';
import type { Call } from '../call.ts';
import type { House } from '../request-checks.ts';

/** Whether a bank offers a query parameter with this value. What is malformed is judged where the query is read. */
const OFFERED: Readonly<Record<string, (profile: AspspProfile, value: string) => boolean>> = {
  bookingStatus: ({ bookingStatuses }, value) => {
    const { data, success } = BookingStatus.safeParse(value);
    return !success || bookingStatuses.includes(data);
  },
  withBalance: ({ balancesInLists }, value) => balancesInLists || value !== 'true',
  entryReferenceFrom: ({ deltaReports }) => deltaReports.entryReferenceFrom,
  deltaList: ({ deltaReports }, value) => deltaReports.deltaList || value !== 'true',
};

/** Parameters that are "optional if supported" and not supported by this bank (decision 11). */
export function offeredParameters({ query }: Call, { profile }: House): void {
  for (const [path, value] of Object.entries(query)) {
    const isOffered = Object.hasOwn(OFFERED, path) ? OFFERED[path] : undefined;
    if (typeof value === 'string' && isOffered !== undefined && !isOffered(profile, value)) {
      throw new Xs2aError('parameterNotSupported', { path });
    }
  }
}
