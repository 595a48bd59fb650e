import { type Settlement, step, TRANSACTION_STATUS_MACHINE, type TransactionStatus, Xs2aError } from '@xs2a/contracts';
import { advance } from '@xs2a/service-kit';
import { authorisation } from './authorise-payment.ts';
import type { Beginning } from './order-kinds.ts';
import { PAYMENTS, type Payment } from './payment.ts';
import type { PaymentsRoom } from './room.ts';

const ATTEMPTS_MAX = 5;

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
    const told = payment?.authorisations.find(({ id }) => id === settlement.authorisationId);
    if (payment === null || told === undefined) throw new Xs2aError('authorisationUnknown');
    const event = settlement.outcome === 'failed' ? 'refused' : 'authorised';
    const possible = step(TRANSACTION_STATUS_MACHINE, payment.transactionStatus, event) !== undefined;
    // Told before, or the payment ended on another way meanwhile: nothing changes.
    if (told.outcome !== undefined || !possible) return { transactionStatus: payment.transactionStatus };
    const settled = await move(room, payment, settlement);
    if (settled === null) continue;
    // Stored is what counts; the caller does not wait for the bank.
    void room.outbox.deliver(PAYMENTS, settled);
    return { transactionStatus: settled.transactionStatus };
  }
  throw new Xs2aError('serviceUnavailable');
}

async function move(room: PaymentsRoom, payment: Payment, settlement: Settlement): Promise<Payment | null> {
  const { authorisationId, outcome, psu } = settlement;
  const at = room.now();
  const { events, set, outbox } = await consequences(room, payment, settlement, at);
  return advance(PAYMENTS, room.payments, payment, events, {
    at,
    by: psu === undefined ? 'sca' : 'psu',
    psuId: psu?.psuId,
    where: { authorisations: { $elemMatch: { id: authorisationId, outcome: { $exists: false } } } },
    set: { ...set, 'authorisations.$.outcome': outcome },
    outbox,
  });
}

/** What follows from the end of an authorisation. */
async function consequences(
  room: PaymentsRoom,
  payment: Payment,
  { outcome, psu }: Settlement,
  at: Date,
): Promise<Beginning> {
  if (outcome === 'failed') return { events: ['refused'], set: {}, outbox: [] };
  return authorisation(room, payment, psu, at);
}
