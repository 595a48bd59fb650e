import type { AspspProfile, AuthorisingPsu, EventOf, TRANSACTION_STATUS_MACHINE } from '@xs2a/contracts';
import { bankDay, type OutboxEntry } from '@xs2a/service-kit';
import type { Payment } from './payment.ts';
import type { PaymentsRoom } from './room.ts';
import { submission } from './submit-payment.ts';

type PaymentEvent = EventOf<typeof TRANSACTION_STATUS_MACHINE>;

/** The checks that this bank reports after the authorisation, in one move (field guide 12, decided 6). */
const AFTER_AUTHORISATION: Record<AspspProfile['transactionStatusStyle'], readonly PaymentEvent[]> = {
  technical: ['authorised'],
  profile: ['authorised', 'profileChecked'],
};

/**
 * How a payment moves once everybody needed has authorised it, alone or in a basket: it is handed to the bank in the same
 * write, where its day has come.
 */
export function authorisation(
  { profile }: Pick<PaymentsRoom, 'profile'>,
  payment: Payment,
  psu: AuthorisingPsu | undefined,
  at: Date,
): { events: readonly PaymentEvent[]; set: Partial<Payment>; outbox: OutboxEntry[] } {
  const due = payment.executeOn <= bankDay(at, profile);
  return {
    events: AFTER_AUTHORISATION[profile.transactionStatusStyle],
    set: { ...(psu && { psuId: psu.psuId, debtorName: psu.name }), ...(due && { submitted: true }) },
    outbox: due ? [submission({ ...payment, psuId: psu?.psuId }, at)] : [],
  };
}
