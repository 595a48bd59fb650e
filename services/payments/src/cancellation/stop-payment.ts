import { failOpenAuthorisations } from '@xs2a/approvals';
import { type Tpp, withdrawPayment } from '@xs2a/contracts';
import { advance, retryOnConflict } from '@xs2a/service-kit';
import type { ClientSession } from 'mongodb';
import { endAndLeaveBasket } from '../baskets/leave-basket.ts';
import type { PaymentsContext } from '../context.ts';
import { executorOf } from '../execution/executors.ts';
import { abandonCancellation } from '../model/abandon-cancellation.ts';
import { PAYMENTS, type Payment } from '../model/payment.ts';
import { paymentParent } from '../model/sca-parent.ts';
import { isCancellable } from './cancellation-rules.ts';

/** Author of a payment's cancellation, with further conditions and fields of the same write. */
interface Stop {
  readonly by: string | Tpp;
  /** The PSU, if a PSU stops the payment. */
  readonly psuId?: string | undefined;
  readonly where?: Record<string, unknown>;
  readonly set?: Record<string, unknown>;
}

/**
 * Cancels a payment in a write that competes with its execution. A submitted payment is cancelled only if the bank stops it, and
 * then regardless of other reports in between. Returns `tooLate` if the bank does not stop it, null if the payment moved in
 * between.
 */
export async function stopPayment(
  context: PaymentsContext,
  payment: Payment,
  stop: Stop,
): Promise<Payment | 'tooLate' | null> {
  if (!payment.submitted) return cancel(context, payment, stop);
  const { withdrawn } = await context.bus.ask(withdrawPayment, { paymentId: payment._id });
  if (!withdrawn) return 'tooLate';
  return (await cancel(context, payment, stop)) ?? cancelWithdrawn(context, payment._id, stop);
}

/** Cancels a payment that the bank has stopped, regardless of other writes in between. */
async function cancelWithdrawn(
  context: PaymentsContext,
  paymentId: string,
  { by, psuId, set }: Stop,
): Promise<Payment | null> {
  const { stopped } = await retryOnConflict(async () => {
    const present = await context.payments.findOne({ _id: paymentId });
    if (present === null || present.transactionStatus === 'CANC') return { stopped: null };
    const cancelled = await cancel(context, present, { by, psuId, ...(set && { set }) });
    return cancelled && { stopped: cancelled };
  }, 'serviceUnavailable');
  return stopped;
}

/** A payment in a basket leaves it in the same write (decision 16). */
function cancel(context: PaymentsContext, payment: Payment, stop: Stop): Promise<Payment | null> {
  return endAndLeaveBasket(context, payment, (inBasket, session) =>
    cancelWithin(context, payment, { ...stop, where: { ...stop.where, ...inBasket } }, session),
  );
}

function cancelWithin(
  { payments, now }: PaymentsContext,
  payment: Payment,
  { by, psuId, where, set }: Stop,
  session: ClientSession | undefined,
): Promise<Payment | null> {
  const { transactionStatus, submitted, order } = payment;
  const at = now();
  const abandoned = failOpenAuthorisations(payment, paymentParent(payment), at);
  return advance(PAYMENTS, payments, payment, transactionStatus === 'ACSP' ? 'withdrawn' : 'cancelled', {
    at,
    by,
    psuId,
    where: { ...where, ...abandoned.where, submitted, lastSubmitted: { $exists: false } },
    set: { ...abandoned.set, ...set },
    outbox: [
      ...abandoned.outbox,
      ...abandonCancellation(payment, at),
      // The bank has the payment only once it is authorised.
      ...(isCancellable(payment) ? executorOf(order.paymentService).whenCancelled(payment, order, at) : []),
    ],
    ...(session && { session }),
  });
}
