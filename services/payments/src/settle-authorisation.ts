import {
  type AspspProfile,
  type EventOf,
  type Settlement,
  step,
  TRANSACTION_STATUS_MACHINE,
  type TransactionStatus,
  Xs2aError,
} from '@xs2a/contracts';
import { advance, bankDay } from '@xs2a/service-kit';
import { PAYMENTS, type Payment } from './payment.ts';
import type { PaymentsRoom } from './room.ts';
import { submission } from './submit-payment.ts';

type PaymentEvent = EventOf<typeof TRANSACTION_STATUS_MACHINE>;

const ATTEMPTS_MAX = 5;

/** The checks that this bank reports after the authorisation, in one move (field guide 12, decided 6). */
const AFTER_AUTHORISATION: Record<AspspProfile['transactionStatusStyle'], readonly PaymentEvent[]> = {
  technical: ['authorised'],
  profile: ['authorised', 'profileChecked'],
};

/**
 * sca tells how an authorisation ended; idempotent by its id. An approved payment is handed to the bank when its day has
 * come: the order to the bank is stored in the same write as the status, and sent right after.
 */
export async function settleAuthorisation(
  room: PaymentsRoom,
  settlement: Settlement,
): Promise<{ transactionStatus: TransactionStatus }> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    const payment = await room.payments.findOne({ _id: settlement.parent.id, contentHash: settlement.contentHash });
    const authorisation = payment?.authorisations.find(({ id }) => id === settlement.authorisationId);
    if (payment === null || authorisation === undefined) throw new Xs2aError('authorisationUnknown');
    const events =
      settlement.outcome === 'failed'
        ? (['refused'] as const)
        : AFTER_AUTHORISATION[room.profile.transactionStatusStyle];
    const possible =
      step(TRANSACTION_STATUS_MACHINE, payment.transactionStatus, events[0] ?? 'authorised') !== undefined;
    // Told before, or the payment ended on another way meanwhile: nothing changes.
    if (authorisation.outcome !== undefined || !possible) return { transactionStatus: payment.transactionStatus };
    const settled = await move(room, payment, events, settlement);
    if (settled === null) continue;
    // Stored is what counts; the caller does not wait for the bank.
    void room.outbox.deliver(PAYMENTS, settled);
    return { transactionStatus: settled.transactionStatus };
  }
  throw new Xs2aError('serviceUnavailable');
}

function move(
  room: PaymentsRoom,
  payment: Payment,
  events: readonly PaymentEvent[],
  { authorisationId, outcome, psu }: Settlement,
): Promise<Payment | null> {
  const at = room.now();
  const approved = outcome !== 'failed';
  const due = approved && payment.executeOn <= bankDay(at, room.profile);
  return advance(PAYMENTS, room.payments, payment, events, {
    at,
    by: psu === undefined ? 'sca' : 'psu',
    psuId: psu?.psuId,
    where: { authorisations: { $elemMatch: { id: authorisationId, outcome: { $exists: false } } } },
    set: {
      'authorisations.$.outcome': outcome,
      ...(approved && { psuId: psu?.psuId, debtorName: psu?.name }),
      ...(due && { submitted: true }),
    },
    outbox: due ? [submission({ ...payment, psuId: psu?.psuId }, at)] : [],
  });
}
