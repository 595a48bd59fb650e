import type { ClientSession, Collection } from 'mongodb';
import type { Basket } from '../model/basket.ts';
import type { Payment } from '../model/payment.ts';

/** The payments of a basket that has ended, or was never whole, are their own again. */
export async function releasePayments(
  payments: Collection<Payment>,
  { _id: basketId, paymentIds }: Basket,
  session: ClientSession,
): Promise<void> {
  if (paymentIds.length === 0) return;
  await payments.updateMany({ _id: { $in: paymentIds }, basketId }, { $unset: { basketId: '' } }, { session });
}
