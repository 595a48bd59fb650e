import { bankDay, isStopping, matchScope } from '@xs2a/service-kit';
import type { Filter, FindCursor } from 'mongodb';
import type { PaymentsContext } from '../context.ts';
import { HAS_OPEN_SUBMISSION, type Payment } from '../model/payment.ts';
import { executorOf } from './executors.ts';

/** Maximum number of payments in one run. The next run follows within seconds. */
const EXECUTED_MAX = 500;
const READ_AT_ONCE = 100;

/**
 * Executes authorised payments that are due, oldest first, including those that became due during a downtime. Standing orders
 * whose last execution is still open follow, whatever their next date. Returns the number executed.
 */
export async function executeDuePayments(context: PaymentsContext): Promise<number> {
  const { payments, now, profile } = context;
  const at = now();
  const today = bankDay(at, profile);
  const authorised: Filter<Payment> = {
    ...HAS_OPEN_SUBMISSION,
    checkFundsAt: { $not: { $gt: at } },
    ...matchScope(),
  };
  const due = await executeAll(
    context,
    payments.find({ ...authorised, executeOn: { $lte: today } }).sort({ executeOn: 1 }),
  );
  const open = { ...authorised, executeOn: { $gt: today }, _id: { $in: await withOpenExecution(context) } };
  return due + (await executeAll(context, payments.find(open, { hint: { _id: 1 } })));
}

/** Payments that cannot be executed stay due and are skipped, so that they do not delay the others. */
async function executeAll(context: PaymentsContext, due: FindCursor<Payment>): Promise<number> {
  let executed = 0;
  for await (const payment of due.batchSize(READ_AT_ONCE)) {
    if (isStopping()) break;
    if (await execute(context, payment)) executed++;
    if (executed === EXECUTED_MAX) break;
  }
  return executed;
}

/** Returns the standing orders with an execution that waits for funds, or that was claimed by a killed process and not submitted. */
async function withOpenExecution({ executions }: PaymentsContext): Promise<string[]> {
  const open = { submitted: false, transactionStatus: 'ACTC' } as const;
  // Scans an index that contains only these; the database does not choose it by itself.
  const found = await executions.find(open, { hint: 'to_execute', projection: { paymentId: 1 } }).toArray();
  return found.map(({ paymentId }) => paymentId);
}

async function execute(context: PaymentsContext, payment: Payment): Promise<boolean> {
  try {
    await executorOf(payment.paymentService).execute(context, payment, payment.order);
    return true;
  } catch (error) {
    context.log.warn(
      { err: error, paymentId: payment._id },
      'a due payment could not be executed and is left for the next run',
    );
    return false;
  }
}
