import { ACCOUNT_NOT_PROVIDED, type PaymentContent, type PaymentService, type PostedOrder } from '@xs2a/contracts';
import type { PaymentsContext } from '../context.ts';
import type { Payment } from '../model/payment.ts';
import type { StoredOrder } from '../model/stored-order.ts';
import { BULK_ORDERS } from './bulk-order.ts';
import type { OrderRules, ParsedOrder } from './order-rules.ts';
import { SINGLE_ORDERS } from './single-order.ts';
import { STANDING_ORDERS } from './standing-order.ts';

const RULES_BY_SERVICE: { readonly [Service in PaymentService]: OrderRules<Service> } = {
  payments: SINGLE_ORDERS,
  'periodic-payments': STANDING_ORDERS,
  'bulk-payments': BULK_ORDERS,
};

export function orderRules<Service extends PaymentService>(service: Service): OrderRules<Service> {
  return RULES_BY_SERVICE[service];
}

/** Returns the content for the approval of an order of any payment service. */
export function paymentContent(order: StoredOrder): PaymentContent {
  return orderRules(order.paymentService).contentOf(order);
}

/** Returns the content as the TPP requested it, without an account that the PSU has chosen since. */
export function requestedContent({
  order,
  accountChosenByPsu,
}: Pick<Payment, 'order' | 'accountChosenByPsu'>): PaymentContent {
  const content = paymentContent(order);
  if (!accountChosenByPsu || content.kind === 'bulkPayment') return content;
  return { ...content, debtorAccount: ACCOUNT_NOT_PROVIDED, accountChosenByPsu };
}

export function parseOrder(context: PaymentsContext, order: PostedOrder): Promise<ParsedOrder> {
  return orderRules(order.paymentService).parse(context, order);
}
