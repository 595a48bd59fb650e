import { bankDay, ofThisClock } from '@xs2a/service-kit';
import type { Filter } from 'mongodb';
import type { PaymentsContext } from '../context.ts';
import { AWAITING_EXECUTION, type Payment } from '../model/payment.ts';
import { executorOf } from './executors.ts';

const BATCH = 500;

/**
 * Executes authorised payments that are due, the oldest first, including those that became due during a downtime. Returns
 * how many payments were due.
 */
export async function executeDuePayments(context: PaymentsContext): Promise<number> {
  const at = context.now();
  const due: Filter<Payment> = {
    submitted: false,
    transactionStatus: { $in: [...AWAITING_EXECUTION] },
    executeOn: { $lte: bankDay(at, context.profile) },
    checkFundsAt: { $not: { $gt: at } },
    ...ofThisClock(),
  };
  const payments = await context.payments.find(due).sort({ executeOn: 1 }).limit(BATCH).toArray();
  for (const payment of payments) {
    try {
      await executorOf(payment.paymentService).execute(context, payment, payment.order);
    } catch (error) {
      // A payment that cannot be executed must not delay the others.
      context.log.warn(
        { err: error, paymentId: payment._id },
        'a due payment could not be executed and is left for the next run',
      );
    }
  }
  return payments.length;
}
