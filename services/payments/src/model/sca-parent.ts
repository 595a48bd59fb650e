import type { ScaParent } from '@xs2a/contracts';
import type { Payment } from './payment.ts';

/** Reference of an authorisation to its payment or cancellation. */
export function paymentParent(
  { _id, paymentService, paymentProduct }: Pick<Payment, '_id' | 'paymentService' | 'paymentProduct'>,
  kind: 'payment' | 'cancellation' = 'payment',
): ScaParent {
  return { kind, id: _id, paymentService, paymentProduct };
}

/** Reference of an authorisation to its signing basket. */
export function basketParent(id: string): ScaParent {
  return { kind: 'basket', id };
}
