import type { ClientSession, Collection } from 'mongodb';
import type { Basket } from '../model/basket.ts';
import type { Payment } from '../model/payment.ts';

/** Releases the payments of a basket that has ended, or was never completed. */
export async function releasePayments(
  payments: Collection<Payment>,
  { _id: basketId, paymentIds }: Basket,
  session: ClientSession,
): Promise<void> {
  if (paymentIds.length === 0) return;
  await payments.updateMany({ _id: { $in: paymentIds }, basketId }, { $unset: { basketId: '' } }, { session });
}
