import { type submitBulkPayment as operation, type ReplyOf, type RequestOf, reportExecution } from '@xs2a/contracts';
import { createdEntry, currentContext, isDuplicateKey, outboxEntry } from '@xs2a/service-kit';
import { arePaymentsHeld } from '../access/find-workspace.ts';
import type { BankContext } from '../context.ts';
import { bankDayOf } from '../model/bank-day.ts';
import type { BulkOrder } from '../model/bulk-order.ts';
import { executeBulk } from '../orders/execute-bulk.ts';

type Request = RequestOf<typeof operation>;

/** Accepts a bulk payment and executes its due parts right after the reply. Repeating it changes nothing. */
export async function submitBulkPayment(context: BankContext, request: Request): Promise<ReplyOf<typeof operation>> {
  if (await acceptBulkOrder(context, request)) {
    await context.background.soon(() => executeBulk(context, request.paymentId));
  }
  return { accepted: true };
}

/** Stores the order with the report of its acceptance. Returns false if it was already stored. */
export async function acceptBulkOrder(
  { bulkOrders, workspaces, now }: Pick<BankContext, 'bulkOrders' | 'workspaces' | 'now'>,
  { paymentId, paymentProduct, psuId, xml }: Request,
): Promise<boolean> {
  const at = now();
  const order: BulkOrder = {
    _id: paymentId,
    paymentProduct,
    psuId,
    xml,
    status: 'accepted',
    receivedAt: at,
    ...((await arePaymentsHeld({ workspaces }, psuId)) && { held: true }),
    dueOn: bankDayOf(at),
    outbox: [outboxEntry(reportExecution, { paymentId, transactionStatus: 'ACSP' }, at)],
    history: [createdEntry('accepted', at, 'payments', currentContext().requestId)],
  };
  try {
    await bulkOrders.insertOne(order);
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
