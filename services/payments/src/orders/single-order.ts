import { type AspspProfile, PAYMENT_PRODUCTS, type PaymentContent, refuseTogether, Xs2aError } from '@xs2a/contracts';
import { namingElements, readSingleMessage } from '../bulk/single-message.ts';
import { type ExecutionDay, executionDay, refuseImpossibleDay } from '../calendar/execution-day.ts';
import type { StoredOrderOf } from '../model/stored-order.ts';
import { refuseUnfitFields, refuseUnfitForProduct } from '../products/check-product.ts';
import type { OrderRules } from './order-rules.ts';
import { transferContent } from './transfer-content.ts';
import { transliterateForProduct } from './transliterate-for-product.ts';

type Order = StoredOrderOf<'payments'>;

/** Single payments: immediate, or on a requested day (decision 24). */
export const SINGLE_ORDERS: OrderRules<'payments'> = {
  async parse(context, { paymentService, paymentProduct, body, xml }) {
    if (body !== undefined) {
      const { transliterated, ...inSet } = await transliterateForProduct(context.profile, paymentProduct, body);
      return { order: { paymentService, paymentProduct, ...inSet }, ...(transliterated && { transliterated }) };
    }
    if (xml === undefined) throw new Xs2aError('bodyInvalid');
    const { profile, now } = context;
    const { body: read, ...besides } = await readSingleMessage(context, {
      product: paymentProduct,
      xml,
      check: (transfer) =>
        refuseTogether(
          () => refuseUnfitFields(paymentProduct, transfer, profile),
          () => refuseDay(profile, paymentProduct, transfer, now()),
        ),
    });
    return { order: { paymentService, paymentProduct, body: read }, ...besides };
  },

  refuse(profile, { paymentProduct: product, body }, at) {
    const check = (): void =>
      refuseTogether(
        () => refuseUnfitForProduct(product, body, profile),
        () => refuseDay(profile, product, body, at),
      );
    if (PAYMENT_PRODUCTS[product].format === 'xml') namingElements(check);
    else check();
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

function refuseDay(
  profile: AspspProfile,
  product: Order['paymentProduct'],
  { requestedExecutionDate: requested }: Partial<Order['body']>,
  at: Date,
): void {
  refuseImpossibleDay(profile, { product, requested, at });
}

export function singleExecutionDay(profile: AspspProfile, { paymentProduct, body }: Order, at: Date): ExecutionDay {
  return executionDay(profile, { product: paymentProduct, requested: body.requestedExecutionDate, at });
}
