import { isFinal, TRANSACTION_STATUS_MACHINE, type TransactionStatus } from '@xs2a/contracts';
import { advance } from '@xs2a/service-kit';
import type { PaymentsContext } from '../context.ts';
import { abandonCancellation } from '../model/abandon-cancellation.ts';
import { AWAITING_EXECUTION, PAYMENTS } from '../model/payment.ts';
import { standingOrderEntry } from './bank-messages.ts';

/** Statuses of executions that moved money. Later reports can only come from the creditor's bank. */
const EXECUTED: readonly TransactionStatus[] = ['ACSC', 'ACCC', 'ACWP'];

/**
 * Ends a standing order after its last execution: ACSC if at least one execution succeeded, otherwise RJCT. Until then it keeps
 * the status of its authorisation (decision 15).
 */
export async function endStandingOrder(
  { payments, executions, outbox, now }: PaymentsContext,
  paymentId: string,
): Promise<void> {
  const payment = await payments.findOne({ _id: paymentId, submitted: false, nextOccurrence: { $exists: false } });
  if (payment?.order.paymentService !== 'periodic-payments') return;
  if (!AWAITING_EXECUTION.some((status) => status === payment.transactionStatus)) return;
  const statuses: TransactionStatus[] = await executions.distinct('transactionStatus', { paymentId });
  if (!statuses.every(isOver)) return;
  const at = now();
  const wasExecuted = statuses.some((status) => EXECUTED.includes(status));
  const ended = await advance(PAYMENTS, payments, payment, wasExecuted ? 'settled' : 'rejected', {
    at,
    by: 'payments',
    set: { submitted: true },
    outbox: [...abandonCancellation(payment, at), standingOrderEntry(payment, payment.order, { active: false, at })],
  });
  if (ended !== null) await outbox.deliver(PAYMENTS, ended);
}

function isOver(status: TransactionStatus): boolean {
  return EXECUTED.includes(status) || isFinal(TRANSACTION_STATUS_MACHINE, status);
}
