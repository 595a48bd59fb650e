import { abandonAuthorisations, type Tpp, withdrawPayment } from '@xs2a/contracts';
import { advance, beforeAttempt, hasOpen, outboxEntry } from '@xs2a/service-kit';
import type { ClientSession } from 'mongodb';
import { isCancellable } from './cancellation.ts';
import { parentOf } from './initiate-payment.ts';
import { endAlone } from './leave-basket.ts';
import { orderKind } from './order-kinds.ts';
import { PAYMENTS, type Payment } from './payment.ts';
import type { PaymentsRoom } from './room.ts';

/** Who stops it, and what else is decided in that write. */
interface Stop {
  readonly by: string | Tpp;
  /** Where a PSU stops it. */
  readonly psuId?: string | undefined;
  readonly where?: Record<string, unknown>;
  readonly set?: Record<string, unknown>;
}

const ATTEMPTS_MAX = 5;

/**
 * Makes a payment `CANC`, in one write that its execution competes with. What was handed to the bank before is cancelled
 * only where the bank stops it, and then whatever it reported meanwhile. `tooLate` where it does not stop it, null where the
 * payment moved at the same moment.
 */
export async function stopPayment(
  room: PaymentsRoom,
  payment: Payment,
  stop: Stop,
): Promise<Payment | 'tooLate' | null> {
  if (!payment.submitted) return cancel(room, payment, stop);
  const { withdrawn } = await room.bus.ask(withdrawPayment, { paymentId: payment._id });
  if (!withdrawn) return 'tooLate';
  const stopped = await cancel(room, payment, stop);
  for (let attempt = 1; stopped === null && attempt <= ATTEMPTS_MAX; attempt++) {
    await beforeAttempt(attempt + 1);
    const present = await room.payments.findOne({ _id: payment._id });
    if (present === null || present.transactionStatus === 'CANC') return null;
    const moved = await cancel(room, present, { by: stop.by, psuId: stop.psuId, ...(stop.set && { set: stop.set }) });
    if (moved !== null) return moved;
  }
  return stopped;
}

/** A payment in a basket leaves what is authorised there (field guide 8.3). */
function cancel(room: PaymentsRoom, payment: Payment, stop: Stop): Promise<Payment | null> {
  return endAlone(room, payment, (session) => cancelWithin(room, payment, stop, session));
}

function cancelWithin(
  room: PaymentsRoom,
  payment: Payment,
  { by, psuId, where, set }: Stop,
  session: ClientSession | undefined,
): Promise<Payment | null> {
  const { transactionStatus, submitted, cancellation, order } = payment;
  const at = room.now();
  const open = [
    ...(hasOpen(payment) ? [parentOf(payment)] : []),
    ...(cancellation && hasOpen(cancellation) ? [parentOf(payment, 'cancellation')] : []),
  ];
  return advance(PAYMENTS, room.payments, payment, transactionStatus === 'ACSP' ? 'withdrawn' : 'cancelled', {
    at,
    by,
    psuId,
    where: { ...where, submitted },
    ...(set && { set }),
    outbox: [
      ...open.map((parent) => outboxEntry(abandonAuthorisations, { parent }, at)),
      // The bank knows of it as soon as it is authorised.
      ...(isCancellable(payment) ? orderKind(order.paymentService).whenEnded(payment, order, at) : []),
    ],
    ...(session && { session }),
  });
}
