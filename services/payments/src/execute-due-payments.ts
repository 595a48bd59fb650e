import { bankDay } from '@xs2a/service-kit';
import type { Filter } from 'mongodb';
import { orderKind } from './order-kinds.ts';
import { type Payment, TO_EXECUTE } from './payment.ts';
import type { PaymentsRoom } from './room.ts';

const BATCH = 500;

/**
 * Hands over what is due of authorised payments, the oldest first; what fell due during a downtime is taken up. Returns
 * how many payments were looked at.
 */
export async function executeDuePayments(room: PaymentsRoom): Promise<number> {
  const at = room.now();
  const due: Filter<Payment> = {
    submitted: false,
    transactionStatus: { $in: [...TO_EXECUTE] },
    executeOn: { $lte: bankDay(at, room.profile) },
    checkFundsAt: { $not: { $gt: at } },
  };
  const payments = await room.payments.find(due).sort({ executeOn: 1 }).limit(BATCH).toArray();
  for (const payment of payments) {
    try {
      await orderKind(payment.paymentService).execute(room, payment, payment.order);
    } catch (error) {
      // One that cannot be executed must not keep back the others.
      room.log.warn({ err: error, paymentId: payment._id }, 'a due payment was left for the next round');
    }
  }
  return payments.length;
}
