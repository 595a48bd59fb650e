import { isStopping } from '@xs2a/service-kit';
import { matchPsusOfClock } from '../access/match-clock.ts';
import type { BankContext } from '../context.ts';
import { executeOrder } from './execute-order.ts';

/** Maximum number of orders in one run. A backlog must not delay new orders. */
const ORDERS_MAX = 200;

/**
 * Executes orders that were accepted before a crash. `olderThanMs` skips those that are still being executed; executing one of
 * them again would do no harm.
 */
export async function resumeOrders(context: BankContext, olderThanMs: number): Promise<number> {
  const before = new Date(context.now().getTime() - olderThanMs);
  const left = await context.orders
    .find({ status: 'accepted', held: { $ne: true }, receivedAt: { $lte: before }, ...matchPsusOfClock() })
    .sort({ receivedAt: 1 })
    .limit(ORDERS_MAX)
    .toArray();
  for (const order of left) {
    if (isStopping()) break;
    try {
      await executeOrder(context, order);
    } catch (error) {
      // An order that cannot be executed must not block the others.
      context.log.warn(
        { err: error, paymentId: order._id },
        'an order could not be executed, the next run tries again',
      );
    }
  }
  return left.length;
}
