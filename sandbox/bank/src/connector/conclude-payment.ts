import type { concludePayment as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { retryOnConflict } from '@xs2a/service-kit';
import { type PresenceContext, requirePresence } from '../access/presence.ts';
import type { BankContext } from '../context.ts';
import { rejectOrder, statusExecuted } from '../orders/execute-order.ts';

type Reply = ReplyOf<typeof operation>;

const REJECTED: Reply = { transactionStatus: 'RJCT', reasonCode: 'AB11' };

/**
 * Ends an instant payment: one that is not executed is rejected in a write that competes with the execution. One that has not
 * arrived is rejected when it does, because its time is over.
 */
export async function concludePayment(
  context: Pick<BankContext, 'orders' | 'log' | 'outbox'> & PresenceContext,
  { paymentId }: RequestOf<typeof operation>,
): Promise<Reply> {
  return retryOnConflict<Reply>(async () => {
    const order = await context.orders.findOne({ _id: paymentId });
    if (order === null) return REJECTED;
    await requirePresence(context, [order.psuId]);
    switch (order.status) {
      case 'executed':
        return order.returnedAt ? REJECTED : { transactionStatus: statusExecuted(order) };
      case 'withdrawn':
        return { transactionStatus: 'CANC' };
      case 'accepted':
        return (await rejectOrder(context, order, 'AB11')).done && REJECTED;
      default:
        return { ...REJECTED, ...(order.reasonCode !== undefined && { reasonCode: order.reasonCode }) };
    }
  }, 'serviceUnavailable');
}
