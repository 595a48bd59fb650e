import { matchScope, toServiceTime } from '@xs2a/service-kit';
import type { Filter } from 'mongodb';
import type { PaymentsContext } from '../context.ts';
import { conclusionDeadline, UNDECIDED } from '../model/decision-deadline.ts';
import type { Execution } from '../model/execution.ts';
import type { Payment } from '../model/payment.ts';
import { concludeExecution, concludePayment } from './conclude-payment.ts';

/** Maximum number of payments in one run. The next run follows at once. */
const CONCLUDED_MAX = 500;
const OPEN: Filter<Payment> & Filter<Execution> = {
  decideBy: { $exists: true },
  transactionStatus: { $in: [...UNDECIDED] },
};

/**
 * Concludes instant payments, and instant executions of standing orders, whose bank has no time left: all at the same time, so that
 * a silent bank does not delay one by another. After a downtime these are all that were left open.
 */
export async function concludeOverdue(context: PaymentsContext): Promise<number> {
  const payments = await openPayments(context);
  const executions = await openExecutions(context);
  if (payments.length + executions.length > 0) context.openDeadlines.see();
  const until = conclusionDeadline(toServiceTime(context.now()));
  const isDue = ({ decideBy }: Pick<Payment, 'decideBy'>): boolean => decideBy !== undefined && decideBy <= until;
  const concluded = await Promise.allSettled([
    ...payments.filter(isDue).map(({ _id }) => concludePayment(context, _id)),
    ...executions.filter(isDue).map((execution) => concludeExecution(context, execution)),
  ]);
  for (const result of concluded) {
    if (result.status === 'fulfilled') continue;
    context.log.warn({ err: result.reason }, 'an instant payment is left for the next run');
  }
  return concluded.length;
}

/** Returns the open payments of the present part of the work, the most urgent first. */
function openPayments({ payments }: PaymentsContext): Promise<Pick<Payment, '_id' | 'decideBy'>[]> {
  return payments
    .find({ ...OPEN, ...matchScope() }, { projection: { decideBy: 1 } })
    .sort({ decideBy: 1 })
    .limit(CONCLUDED_MAX)
    .toArray();
}

async function openExecutions({ payments, executions }: PaymentsContext): Promise<Execution[]> {
  const open = await executions.find(OPEN).sort({ decideBy: 1 }).limit(CONCLUDED_MAX).toArray();
  if (open.length === 0) return [];
  const ids = open.map(({ paymentId }) => paymentId);
  const ofScope = await payments.distinct('_id', { _id: { $in: ids }, ...matchScope() });
  return open.filter(({ paymentId }) => ofScope.includes(paymentId));
}
