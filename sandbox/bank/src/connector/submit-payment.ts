import { type submitPayment as operation, type ReplyOf, type RequestOf, reportExecution } from '@xs2a/contracts';
import { createdEntry, currentContext, isDuplicateKey, outboxEntry } from '@xs2a/service-kit';
import { arePaymentsHeld } from '../access/find-workspace.ts';
import type { BankContext } from '../context.ts';
import type { Order } from '../model/order.ts';
import { executeOrder } from '../orders/execute-order.ts';

type Request = RequestOf<typeof operation>;

/** Accepts a payment and executes it right after the reply. Repeating it changes nothing. */
export async function submitPayment(context: BankContext, request: Request): Promise<ReplyOf<typeof operation>> {
  const order = await acceptOrder(context, request);
  if (order !== null && order.held !== true) await context.background.soon(() => executeOrder(context, order));
  return { accepted: true };
}

/** Stores the order with the report of its acceptance. Returns null if it was already stored. */
export async function acceptOrder(
  { orders, workspaces, now }: Pick<BankContext, 'orders' | 'workspaces' | 'now'>,
  request: Request,
): Promise<Order | null> {
  const { paymentId, paymentService, paymentProduct, psuId, body, executeBy } = request;
  const at = now();
  const order: Order = {
    _id: paymentId,
    paymentService,
    paymentProduct,
    psuId,
    body,
    status: 'accepted',
    receivedAt: at,
    ...(executeBy !== undefined && { executeBy: new Date(executeBy) }),
    ...((await arePaymentsHeld({ workspaces }, psuId)) && { held: true }),
    outbox: [outboxEntry(reportExecution, { paymentId, transactionStatus: 'ACSP' }, at)],
    history: [createdEntry('accepted', at, 'payments', currentContext().requestId)],
  };
  try {
    await orders.insertOne(order);
    return order;
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}
