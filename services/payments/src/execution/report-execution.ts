import {
  EXECUTION_EVENTS,
  type reportExecution as operation,
  type RequestOf,
  routeBetween,
  TRANSACTION_STATUS_MACHINE,
  type TransactionStatus,
  Xs2aError,
} from '@xs2a/contracts';
import { advance, type OutboxEntry, retryOnConflict, type StoredCollection } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import type { PaymentsContext } from '../context.ts';
import { abandonCancellation } from '../model/abandon-cancellation.ts';
import { EXECUTIONS, type Execution } from '../model/execution.ts';
import { PAYMENTS, type Payment } from '../model/payment.ts';
import { isAfterRejection, isExecutedLate, recordLateReport, rejectAtDeadline } from './decide-late.ts';
import { endStandingOrder } from './end-standing-order.ts';

type Report = RequestOf<typeof operation>;
type Reply = { transactionStatus: TransactionStatus };

/**
 * Records the status that the bank reports for a payment, or for an execution of a standing order, which is a separate payment at
 * the bank. The last report on the last execution ends the standing order.
 */
export async function reportExecution(context: PaymentsContext, report: Report): Promise<Reply> {
  const at = context.now();
  const payment = await applyReport(context, PAYMENTS, context.payments, report, { at, abandon: abandonCancellation });
  if (payment !== undefined) {
    if (payment.outbox.length > 0) void context.outbox.deliver(PAYMENTS, payment);
    return { transactionStatus: payment.transactionStatus };
  }
  const execution = await applyReport(context, EXECUTIONS, context.executions, report, { at, abandon: () => [] });
  if (execution === undefined) throw new Xs2aError('referencedResourceUnknown', { path: 'paymentId' });
  if (execution.outbox.length > 0) void context.outbox.deliver(EXECUTIONS, execution);
  await endStandingOrder(context, execution.paymentId);
  return { transactionStatus: execution.transactionStatus };
}

/**
 * Moves a status forward: a report that overtook an earlier one takes all transitions in between, a late or repeated one changes
 * nothing, and one that contradicts the present status is refused. Returns undefined if no document has this id. A reported
 * payment can no longer be cancelled (decision 16): `abandon` creates the messages for that.
 */
async function applyReport<T extends Payment | Execution>(
  context: PaymentsContext,
  stored: StoredCollection<T>,
  collection: Collection<T>,
  report: Report,
  { at, abandon }: { at: Date; abandon: (document: T, at: Date) => OutboxEntry[] },
): Promise<T | undefined> {
  const { paymentId, transactionStatus: reported, reasonCode, refusedTransfers } = report;
  const { found } = await retryOnConflict(async () => {
    const current = (await (collection as unknown as Collection<Payment>).findOne({ _id: paymentId })) as T | null;
    if (current === null) return { found: undefined };
    if (isAfterRejection(current, report)) {
      return { found: await recordLateReport(context, collection, current, report, at) };
    }
    if (isExecutedLate(current, report, at)) {
      const rejected = await rejectAtDeadline(stored, collection, current, at);
      return rejected && { found: await recordLateReport(context, collection, rejected, report, at) };
    }
    const known = current.transactionStatus;
    if (routeBetween(TRANSACTION_STATUS_MACHINE, reported, known, EXECUTION_EVENTS)) return { found: current };
    const events = routeBetween(TRANSACTION_STATUS_MACHINE, known, reported, EXECUTION_EVENTS);
    if (events === undefined || !current.submitted) {
      throw new Xs2aError('statusInvalid', { path: 'transactionStatus' });
    }
    const set = {
      ...(reasonCode !== undefined && { reasonCode }),
      ...(refusedTransfers !== undefined && { refusedTransfers }),
    };
    const moved = await advance(stored, collection, current, events, {
      at,
      by: 'bank',
      set,
      outbox: abandon(current, at),
    });
    return moved && { found: moved };
  }, 'serviceUnavailable');
  return found;
}
