import { abandonOpen } from '@xs2a/approvals';
import { advance, isStopping, ofThisClock } from '@xs2a/service-kit';
import { endAndLeaveBasket } from '../baskets/leave-basket.ts';
import type { PaymentsContext } from '../context.ts';
import { AWAITING_AUTHORISATION, PAYMENTS } from '../model/payment.ts';
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
    // Of each: the last may be minutes after the first, and checkpoints cover an entry by its date.
    const at = now();
    const abandoned = abandonOpen(payment, paymentParent(payment), at);
    const rejected = await endAndLeaveBasket(context, payment, (inBasket, session) =>
      advance(PAYMENTS, payments, payment, 'refused', {
        at,
        by: 'payments',
        ...abandoned,
        where: { ...abandoned.where, ...inBasket },
        ...(session && { session }),
      }),
    );
    // Delivered at once, so that a PSU who is just authorising it learns that it has ended.
    if (rejected !== null) await context.outbox.deliver(PAYMENTS, rejected);
  }
  return overdue.length;
}
