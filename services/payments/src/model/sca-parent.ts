import type { ScaParent } from '@xs2a/contracts';
import type { Payment } from './payment.ts';

/** How an authorisation refers to the payment, or the cancellation, that it is for. */
export function paymentParent(
  { _id, paymentService, paymentProduct }: Pick<Payment, '_id' | 'paymentService' | 'paymentProduct'>,
  kind: 'payment' | 'cancellation' = 'payment',
): ScaParent {
  return { kind, id: _id, paymentService, paymentProduct };
}

/** How an authorisation refers to the signing basket that it is for. */
export function basketParent(id: string): ScaParent {
  return { kind: 'basket', id };
}
