import {
  type readPayment as operation,
  PAYMENT_PRODUCTS,
  type PaymentOrder,
  type PeriodicPayment,
  type ReplyOf,
  type StandingOrderTerms,
  withoutLeadingZero,
} from '@xs2a/contracts';
import type { PaymentsContext } from '../context.ts';
import type { StoredOrder } from '../model/stored-order.ts';
import { statusForTpp, TOLD_FIELDS } from '../payee-verification/payee-confirmation.ts';
import { findPayment, type PaymentAddress } from './find-payment.ts';

/** Returns the order as it was posted, and the debtor's name once the debtor has authorised it. */
export async function readPayment(
  context: PaymentsContext,
  address: PaymentAddress,
): Promise<ReplyOf<typeof operation>> {
  const fields = ['transactionStatus', 'debtorName', 'transliterated', ...TOLD_FIELDS] as const;
  const payment = await findPayment(context, address, fields);
  const { _id, debtorName, order, transliterated } = payment;
  const posted = await postedOrder(context, _id, withPlainNumbers(order));
  return {
    transactionStatus: statusForTpp(context.profile, payment),
    order: posted,
    ...(debtorName !== undefined && { debtorName }),
    ...(transliterated && { transliterated }),
  };
}

/** Returns a message as it was posted, byte by byte except for transliterated texts; a bulk posted in JSON is returned in JSON. */
async function postedOrder({ bulkMessages }: PaymentsContext, id: string, order: StoredOrder): Promise<PaymentOrder> {
  const isXml = PAYMENT_PRODUCTS[order.paymentProduct].format === 'xml';
  if (order.paymentService !== 'bulk-payments' && !isXml) return order;
  const message = await bulkMessages.findOne({ _id: id }, { projection: { xml: 1, body: 1 } });
  if (message === null) throw new Error(`payment ${id} has no stored message`);
  const { xml, body } = message;
  if (order.paymentService === 'payments') return { ...order, xml };
  if (order.paymentService === 'periodic-payments') return { ...order, xml, terms: termsOf(order.body) };
  const { paymentService, paymentProduct } = order;
  return { paymentService, paymentProduct, xml, ...(body && { body }) };
}

/** Writes the numbers of days and months as in the standard: earlier versions kept leading zeroes. */
function withPlainNumbers(order: StoredOrder): StoredOrder {
  if (order.paymentService !== 'periodic-payments') return order;
  const { dayOfExecution, monthsOfExecution, ...body } = order.body;
  return {
    ...order,
    body: {
      ...body,
      ...(dayOfExecution !== undefined && { dayOfExecution: withoutLeadingZero(dayOfExecution) }),
      ...(monthsOfExecution && { monthsOfExecution: monthsOfExecution.map(withoutLeadingZero) }),
    },
  };
}

function termsOf(body: PeriodicPayment): StandingOrderTerms {
  const { startDate, startDateTime, endDate, endDateTime, ...rest } = body;
  const { executionRule, frequency, dayOfExecution, monthsOfExecution } = rest;
  const times = { ...(startDateTime && { startDateTime }), ...(endDateTime && { endDateTime }) };
  return { startDate, endDate, ...times, executionRule, frequency, dayOfExecution, monthsOfExecution };
}
