import type { BankContext } from '../context.ts';
import { executeOrder } from './execute-order.ts';

/** Orders taken up in one round: a backlog must not push aside what comes in. */
const ORDERS_MAX = 200;

/**
 * Executes orders that were accepted and then left behind by a crash. `olderThanMs` leaves alone what is in hand just
 * now; taking up one of those would do no harm.
 */
export async function resumeOrders(context: BankContext, olderThanMs: number): Promise<number> {
  const before = new Date(context.now().getTime() - olderThanMs);
  const left = await context.orders
    .find({ status: 'accepted', receivedAt: { $lte: before } })
    .sort({ receivedAt: 1 })
    .limit(ORDERS_MAX)
    .toArray();
  for (const order of left) {
    try {
      await executeOrder(context, order);
    } catch (error) {
      // One order that cannot be executed must not keep back the others.
      context.log.warn({ err: error, paymentId: order._id }, 'an order was left for the next round');
    }
  }
  return left.length;
}
