import { type withdrawPayment as operation, type ReplyOf, type RequestOf, reportExecution } from '@xs2a/contracts';
import { advance, outboxEntry } from '@xs2a/service-kit';
import type { BankContext } from '../context.ts';
import { ORDERS } from '../model/order.ts';

/**
 * Stops an order that was accepted and not executed: one write that its execution competes with. What is not here (yet)
 * cannot be stopped.
 */
export async function withdrawPayment(
  { orders, now }: Pick<BankContext, 'orders' | 'now'>,
  { paymentId }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const order = await orders.findOne({ _id: paymentId });
  if (order === null) return { withdrawn: false };
  if (order.status !== 'accepted') return { withdrawn: order.status === 'withdrawn' };
  const at = now();
  const report = outboxEntry(reportExecution, { paymentId, transactionStatus: 'CANC' }, at);
  const moved = await advance(ORDERS, orders, order, 'withdrawn', { at, by: 'payments', outbox: [report] });
  return { withdrawn: moved !== null || (await orders.countDocuments({ _id: paymentId, status: 'withdrawn' })) > 0 };
}
