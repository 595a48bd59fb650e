import type { returnPayment as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { retryOnConflict } from '@xs2a/service-kit';
import { requirePresence } from '../access/presence.ts';
import type { BankContext } from '../context.ts';
import { feedAccount } from '../feed/feed-account.ts';
import { rejectOrder } from '../orders/execute-order.ts';
import { returnOrder } from '../orders/return-order.ts';

/**
 * Returns an executed order to its debtor. An order that is not executed never will be. One that has not arrived is rejected when it does.
 */
export async function returnPayment(
  context: BankContext,
  { paymentId }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  return retryOnConflict(async () => {
    const order = await context.orders.findOne({ _id: paymentId });
    if (order !== null) await requirePresence(context, [order.psuId]);
    if (order?.status === 'accepted') return (await rejectOrder(context, order, 'AB11')).done && { returned: false };
    if (order?.status !== 'executed') return { returned: false };
    if (order.returnedAt !== undefined) return { returned: true };
    const debited = await returnOrder(context, order);
    if (debited === null) return null;
    await context.background.soon(() => feedAccount(context, debited));
    return { returned: true };
  }, 'serviceUnavailable');
}
