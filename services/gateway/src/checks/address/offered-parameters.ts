import { type AspspProfile, BookingStatus, BooleanInQuery, type Fault, refuseFaults } from '@xs2a/contracts';
import type { GatewayContext } from '../../context.ts';
import type { Call } from '../../request/call.ts';

const UNSUPPORTED = 'is not supported by this bank: leave it out';
/** Case-insensitive, as the query is parsed (decision 13). */
const isTrue = (value: string): boolean => BooleanInQuery.safeParse(value).data === true;

/** Returns the fault of a query parameter, or of its value, that the bank does not support. */
const UNOFFERED: Readonly<Record<string, (profile: AspspProfile, value: string) => string | false>> = {
  // A malformed value is refused when the query is parsed.
  bookingStatus: ({ bookingStatuses }, value) => {
    const { data, success } = BookingStatus.safeParse(value);
    return success && !bookingStatuses.includes(data) && `must be one of ${bookingStatuses.join(', ')} at this bank`;
  },
  withBalance: ({ balancesInLists }, value) => !balancesInLists && isTrue(value) && UNSUPPORTED,
  entryReferenceFrom: ({ deltaReports }) => !deltaReports.entryReferenceFrom && UNSUPPORTED,
  deltaList: ({ deltaReports }, value) => !deltaReports.deltaList && isTrue(value) && UNSUPPORTED,
};

/** Refuses parameters that the standard calls "optional if supported" and that this bank does not support. */
export function offeredParameters({ query }: Call, { profile }: Pick<GatewayContext, 'profile'>): void {
  const faults: Fault[] = [];
  for (const [path, value] of Object.entries(query)) {
    const faultOf = Object.hasOwn(UNOFFERED, path) ? UNOFFERED[path] : undefined;
    const text = typeof value === 'string' && faultOf?.(profile, value);
    if (text) faults.push({ situation: 'parameterNotSupported', path, text });
  }
  refuseFaults(faults);
}
