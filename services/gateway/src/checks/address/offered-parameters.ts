import { type AspspProfile, BookingStatus, Xs2aError } from '@xs2a/contracts';
import type { GatewayContext } from '../../context.ts';
import type { Call } from '../../request/call.ts';

/** Whether a bank offers a query parameter with this value. A malformed value is refused when the query is parsed. */
const OFFERED: Readonly<Record<string, (profile: AspspProfile, value: string) => boolean>> = {
  bookingStatus: ({ bookingStatuses }, value) => {
    const { data, success } = BookingStatus.safeParse(value);
    return !success || bookingStatuses.includes(data);
  },
  withBalance: ({ balancesInLists }, value) => balancesInLists || value !== 'true',
  entryReferenceFrom: ({ deltaReports }) => deltaReports.entryReferenceFrom,
  deltaList: ({ deltaReports }, value) => deltaReports.deltaList || value !== 'true',
};

/** Refuses parameters that the standard calls "optional if supported" and that this bank does not support. */
export function offeredParameters({ query }: Call, { profile }: Pick<GatewayContext, 'profile'>): void {
  for (const [path, value] of Object.entries(query)) {
    const isOffered = Object.hasOwn(OFFERED, path) ? OFFERED[path] : undefined;
    if (typeof value === 'string' && isOffered !== undefined && !isOffered(profile, value)) {
      throw new Xs2aError('parameterNotSupported', { path });
    }
  }
}
