import type { ScaContent } from '@xs2a/contracts';
import type { Payment } from '../model/payment.ts';
import { paymentContent } from '../orders/rules-by-service.ts';

/** Content that PSUs approve to cancel a payment. */
export function cancellationContent({ order }: Payment): ScaContent {
  return { kind: 'cancellation', payment: paymentContent(order) };
}
