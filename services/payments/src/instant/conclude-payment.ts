import { DECISION_MS_MAX, concludePayment as operation } from '@xs2a/contracts';
import type { StoredCollection } from '@xs2a/service-kit';
import type { Collection, Filter } from 'mongodb';
import { askBankInTime } from '../ask-bank-in-time.ts';
import type { PaymentsContext } from '../context.ts';
import { rejectAtDeadline } from '../execution/decide-late.ts';
import { endStandingOrder } from '../execution/end-standing-order.ts';
import { reportExecution } from '../execution/report-execution.ts';
import { executeBy, isUndecided } from '../model/decision-deadline.ts';
import { EXECUTIONS, type Execution } from '../model/execution.ts';
import { PAYMENTS, type Payment } from '../model/payment.ts';

export function concludePayment(context: PaymentsContext, id: string): Promise<void> {
  return conclude(context, PAYMENTS, context.payments, id);
}

/** As {@link concludePayment}, for an execution of a standing order. */
export async function concludeExecution(context: PaymentsContext, { _id, paymentId }: Execution): Promise<void> {
  await conclude(context, EXECUTIONS, context.executions, _id);
  await endStandingOrder(context, paymentId);
}

/**
 * Ends an instant payment whose bank has no time left. The bank is asked, and its decision counts. Without an answer the payment is
 * rejected, and the bank told to return it. May be called at any time, and concurrently.
 */
async function conclude<T extends Payment | Execution>(
  context: PaymentsContext,
  stored: StoredCollection<T>,
  collection: Collection<T>,
  id: string,
): Promise<void> {
  const decision = await askBankInTime(context.bus, operation, { paymentId: id }, DECISION_MS_MAX);
  const current = (await collection.findOne({ _id: id } as Filter<T>)) as T | null;
  if (current?.decideBy === undefined || !isUndecided(current)) return;
  if (decision !== undefined) {
    const executedAt = executeBy(current.decideBy).toISOString();
    await reportExecution(context, { paymentId: id, ...decision, executedAt });
    return;
  }
  const rejected = await rejectAtDeadline(stored, collection, current, context.now());
  if (rejected === null) return;
  context.log.warn({ event: 'timedOut', paymentId: id }, 'an instant payment was rejected: the bank did not decide');
  void context.outbox.deliver(stored, rejected);
}
