import type { AspspProfile, PaymentContent } from '@xs2a/contracts';
import { type ExecutionDay, executionDay, refuseImpossibleDay } from '../calendar/execution-day.ts';
import type { StoredOrderOf } from '../model/stored-order.ts';
import { refuseUnfitForProduct } from '../products/check-product.ts';
import type { OrderRules } from './order-rules.ts';
import { transferContent } from './transfer-content.ts';

type Order = StoredOrderOf<'payments'>;

/** Single payments: immediate, or on a requested day (decision 24). */
export const SINGLE_ORDERS: OrderRules<'payments'> = {
  refuse(profile, { paymentProduct, body }, at) {
    refuseUnfitForProduct(paymentProduct, body, profile);
    refuseImpossibleDay(profile, { product: paymentProduct, requested: body.requestedExecutionDate, at });
  },

  schedule: (profile, order, at) => ({ executeOn: singleExecutionDay(profile, order, at).executeOn }),

  contentOf({ paymentService, paymentProduct, body }): PaymentContent {
    const { requestedExecutionDate } = body;
    return {
      kind: 'payment',
      paymentService,
      paymentProduct,
      ...transferContent(body),
      ...(requestedExecutionDate !== undefined && { requestedExecutionDate }),
    };
  },
};

export function singleExecutionDay(profile: AspspProfile, { paymentProduct, body }: Order, at: Date): ExecutionDay {
  return executionDay(profile, { product: paymentProduct, requested: body.requestedExecutionDate, at });
}
