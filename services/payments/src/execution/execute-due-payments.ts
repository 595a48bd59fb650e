import { bankDay, ofThisClock } from '@xs2a/service-kit';
import type { Filter } from 'mongodb';
import type { PaymentsContext } from '../context.ts';
import { AWAITING_EXECUTION, type Payment } from '../model/payment.ts';
import { executorOf } from './executors.ts';

const BATCH = 500;

/**
 * Executes authorised payments that are due, the oldest first, including those that became due during a downtime. Standing
 * orders whose last execution is still open follow, whenever the next one is due. Returns how many payments were due.
 */
export async function executeDuePayments(context: PaymentsContext): Promise<number> {
  const { payments, now, profile } = context;
  const at = now();
  const today = bankDay(at, profile);
  const authorised: Filter<Payment> = {
    submitted: false,
    transactionStatus: { $in: [...AWAITING_EXECUTION] },
    checkFundsAt: { $not: { $gt: at } },
    ...ofThisClock(),
  };
  const due = { ...authorised, executeOn: { $lte: today } };
  const dueNow = await payments.find(due).sort({ executeOn: 1 }).limit(BATCH).toArray();
  for (const payment of dueNow) await execute(context, payment);
  const open = { ...authorised, executeOn: { $gt: today }, _id: { $in: await withOpenExecution(context) } };
  const dueBefore = await payments.find(open).limit(BATCH).toArray();
  for (const payment of dueBefore) await execute(context, payment);
  return dueNow.length + dueBefore.length;
}

/** Standing orders with an execution that waits for funds, or whose process was killed before it submitted it. */
function withOpenExecution({ executions }: PaymentsContext): Promise<string[]> {
  return executions.distinct('paymentId', { submitted: false, transactionStatus: 'ACTC' });
}

async function execute(context: PaymentsContext, payment: Payment): Promise<void> {
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
