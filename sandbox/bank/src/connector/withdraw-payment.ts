import { type withdrawPayment as operation, type ReplyOf, type RequestOf, reportExecution } from '@xs2a/contracts';
import { advance, outboxEntry } from '@xs2a/service-kit';
import { type PresenceContext, requirePresence } from '../access/presence.ts';
import type { BankContext } from '../context.ts';
import { ORDERS } from '../model/order.ts';

/**
 * Stops an accepted order that was not executed. The write competes with the execution. An order that has not arrived cannot
 * be stopped.
 */
export async function withdrawPayment(
  context: Pick<BankContext, 'orders'> & PresenceContext,
  { paymentId }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { orders, now } = context;
  const order = await orders.findOne({ _id: paymentId });
  if (order === null) return { withdrawn: false };
  await requirePresence(context, [order.psuId]);
  if (order.status !== 'accepted') return { withdrawn: order.status === 'withdrawn' };
  const at = now();
  const report = outboxEntry(reportExecution, { paymentId, transactionStatus: 'CANC' }, at);
  const withdrawn = await advance(ORDERS, orders, order, 'withdrawn', { at, by: 'payments', outbox: [report] });
  return {
    withdrawn: withdrawn !== null || (await orders.countDocuments({ _id: paymentId, status: 'withdrawn' })) > 0,
  };
}
