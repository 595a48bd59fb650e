import type { AspspProfile, EventOf, TRANSACTION_STATUS_MACHINE } from '@xs2a/contracts';

type PaymentEvent = EventOf<typeof TRANSACTION_STATUS_MACHINE>;

/** Checks that a bank reports in the status as soon as a payment is authorised, by its profile (decision 15). */
const BY_STYLE: Record<AspspProfile['transactionStatusStyle'], readonly PaymentEvent[]> = {
  technical: ['authorised'],
  profile: ['authorised', 'profileChecked'],
  funds: ['authorised', 'profileChecked'],
};

/** Returns the events that move the status of an authorised payment. ACWC if the execution day is not the requested one. */
export function authorisationEvents(
  { transactionStatusStyle }: Pick<AspspProfile, 'transactionStatusStyle'>,
  { changed }: { changed: boolean },
): readonly PaymentEvent[] {
  return changed ? ['authorised', 'changed'] : BY_STYLE[transactionStatusStyle];
}
