import { DECISION_MS_MAX, concludePayment as operation, type ReplyOf, Xs2aError } from '@xs2a/contracts';
import { currentContext, runInContext, type StoredCollection } from '@xs2a/service-kit';
import type { Collection, Filter } from 'mongodb';
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
  const decision = await askBank(context, id);
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

/** Returns undefined if the bank does not answer in time, or refuses to. */
async function askBank(
  { bus }: Pick<PaymentsContext, 'bus'>,
  paymentId: string,
): Promise<ReplyOf<typeof operation> | undefined> {
  const deadline = Math.min(Date.now() + DECISION_MS_MAX, currentContext().deadline ?? Infinity);
  try {
    return await runInContext({ ...currentContext(), deadline }, () => bus.askOnce(operation, { paymentId }));
  } catch (error) {
    if (error instanceof Xs2aError) return undefined;
    throw error;
  }
}
