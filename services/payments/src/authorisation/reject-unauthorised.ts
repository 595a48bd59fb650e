import { abandonOpen } from '@xs2a/approvals';
import { advance, isStopping, ofThisClock } from '@xs2a/service-kit';
import { endAndLeaveBasket } from '../baskets/leave-basket.ts';
import type { PaymentsContext } from '../context.ts';
import { AWAITING_AUTHORISATION, PAYMENTS, type Payment } from '../model/payment.ts';
import { paymentParent } from '../model/sca-parent.ts';

const BATCH = 500;

/**
 * Rejects payments that were not authorised in time by every PSU needed (decision 15). Returns how many were overdue.
 */
export async function rejectUnauthorised(context: PaymentsContext): Promise<number> {
  const { payments, now } = context;
  const overdue = await payments
    .find({
      transactionStatus: { $in: [...AWAITING_AUTHORISATION] },
      authoriseUntil: { $lte: now() },
      ...ofThisClock(),
    })
    .limit(BATCH)
    .toArray();
  for (const payment of overdue) {
    if (isStopping()) break;
    await rejectOverdue(context, payment);
  }
  return overdue.length;
}

/** The members of a basket that were not authorised in time, too. Returns how many there were. */
export async function rejectOverdueMembers(context: PaymentsContext, basketId: string, ids: readonly string[]) {
  const overdue = await context.payments
    .find({
      _id: { $in: [...ids] },
      basketId,
      transactionStatus: { $in: [...AWAITING_AUTHORISATION] },
      authoriseUntil: { $lte: context.now() },
    })
    .toArray();
  for (const payment of overdue) await rejectOverdue(context, payment);
  return overdue.length;
}

/** Null where another writer was first. */
export async function rejectOverdue(context: PaymentsContext, payment: Payment): Promise<Payment | null> {
  // Of each: the last may be minutes after the first, and checkpoints cover an entry by its date.
  const at = context.now();
  const abandoned = abandonOpen(payment, paymentParent(payment), at);
  const rejected = await endAndLeaveBasket(context, payment, (inBasket, session) =>
    advance(PAYMENTS, context.payments, payment, 'refused', {
      at,
      by: 'payments',
      ...abandoned,
      where: { ...abandoned.where, ...inBasket },
      ...(session && { session }),
    }),
  );
  // Delivered at once, so that a PSU who is just authorising it learns that it has ended.
  if (rejected !== null) await context.outbox.deliver(PAYMENTS, rejected);
  return rejected;
}
