import type { RequestOf, reportExecution } from '@xs2a/contracts';
import { advance, type StoredCollection, toServiceTime } from '@xs2a/service-kit';
import type { Collection, Filter } from 'mongodb';
import type { PaymentsContext } from '../context.ts';
import { abandonCancellation } from '../model/abandon-cancellation.ts';
import { isOverdue } from '../model/decision-deadline.ts';
import type { Execution } from '../model/execution.ts';
import type { Payment } from '../model/payment.ts';
import { returnOrder } from './bank-messages.ts';
import { TIMED_OUT } from './execution-plan.ts';

type Report = RequestOf<typeof reportExecution>;

/** Statuses that say that the bank has moved the money. */
const EXECUTED: readonly Report['transactionStatus'][] = ['ACSC', 'ACCC', 'ACWP'];

/**
 * Rejects an instant payment at its deadline. The message to the bank is in the same write, so that a payment which it has executed
 * all the same is returned. Returns null if another writer was first.
 */
export function rejectAtDeadline<T extends Payment | Execution>(
  stored: StoredCollection<T>,
  collection: Collection<T>,
  current: T,
  at: Date,
): Promise<T | null> {
  const abandoned = 'order' in current ? abandonCancellation(current, at) : [];
  return advance(stored, collection, current, 'rejected', {
    at,
    by: 'payments',
    set: { reasonCode: TIMED_OUT },
    outbox: [...abandoned, returnOrder(current._id, at)],
  });
}

/**
 * Whether a report says that an instant payment was executed after its deadline. An execution in time counts, however late its
 * report is, as long as nobody was told otherwise.
 */
export function isExecutedLate(current: Payment | Execution, report: Report, at: Date): boolean {
  const { executedAt, transactionStatus } = report;
  const realNow = toServiceTime(at);
  if (!isOverdue(current, realNow) || !EXECUTED.includes(transactionStatus)) return false;
  return executedAt === undefined || new Date(executedAt) > (current.decideBy ?? realNow);
}

/** Whether a report comes after an instant payment was rejected. Its status stays. */
export function isAfterRejection({ decideBy, transactionStatus }: Payment | Execution, report: Report): boolean {
  return decideBy !== undefined && transactionStatus === 'RJCT' && report.transactionStatus !== 'RJCT';
}

/** Records that the bank executed a rejected instant payment, and has it returned. Other reports change nothing. */
export async function recordLateReport<T extends Payment | Execution>(
  { log }: Pick<PaymentsContext, 'log'>,
  collection: Collection<T>,
  current: T,
  { transactionStatus }: Report,
  at: Date,
): Promise<T> {
  if (!EXECUTED.includes(transactionStatus) || current.lateReport !== undefined) return current;
  const { _id: paymentId } = current;
  log.error({ event: 'executedLate', paymentId, outcome: transactionStatus }, 'the bank executed a rejected payment');
  const recorded = await collection.findOneAndUpdate(
    { _id: paymentId, lateReport: { $exists: false } } as Filter<T>,
    { $set: { lateReport: { transactionStatus, at } }, $push: { outbox: returnOrder(paymentId, at) } } as object,
    { returnDocument: 'after' },
  );
  return (recorded as T | null) ?? current;
}
