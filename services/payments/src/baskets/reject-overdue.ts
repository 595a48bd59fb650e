import { failOpenAuthorisations } from '@xs2a/approvals';
import { advance } from '@xs2a/service-kit';
import type { PaymentsContext } from '../context.ts';
import type { Basket } from '../model/basket.ts';
import { AWAITING_AUTHORISATION, PAYMENTS, type Payment } from '../model/payment.ts';
import { paymentParent } from '../model/sca-parent.ts';
import { endAndLeaveBasket } from './leave-basket.ts';

/** Rejects a payment that was not authorised in time (decision 15). Returns null if another writer was first. */
export async function rejectOverdue(context: PaymentsContext, payment: Payment): Promise<Payment | null> {
  // Read for each payment: the last may be minutes after the first, and checkpoints cover an entry by its date.
  const at = context.now();
  const abandoned = failOpenAuthorisations(payment, paymentParent(payment), at);
  const rejected = await endAndLeaveBasket(context, payment, (inBasket, session) =>
    advance(PAYMENTS, context.payments, payment, 'refused', {
      at,
      by: 'payments',
      ...abandoned,
      where: { ...abandoned.where, ...inBasket },
      ...(session && { session }),
    }),
  );
  // Delivered at once, so that a PSU who is just authorising the payment learns that it has ended.
  if (rejected !== null) await context.outbox.deliver(PAYMENTS, rejected);
  return rejected;
}

/** As {@link rejectOverdue}, for the members of a basket. Returns the number overdue. */
export async function rejectOverdueMembers(
  context: PaymentsContext,
  { _id: basketId, paymentIds }: Basket,
): Promise<number> {
  const overdue = await context.payments
    .find({
      _id: { $in: paymentIds },
      basketId,
      transactionStatus: { $in: [...AWAITING_AUTHORISATION] },
      authoriseUntil: { $lte: context.now() },
    })
    .toArray();
  for (const payment of overdue) await rejectOverdue(context, payment);
  return overdue.length;
}
