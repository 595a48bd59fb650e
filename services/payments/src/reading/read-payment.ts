import type { readPayment as operation, PaymentOrder, ReplyOf } from '@xs2a/contracts';
import type { PaymentsContext } from '../context.ts';
import type { StoredOrderOf } from '../model/stored-order.ts';
import { findPayment, type PaymentAddress } from './find-payment.ts';

/** The order as it was posted, and the debtor's name once the debtor has authorised it. */
export async function readPayment(
  context: PaymentsContext,
  address: PaymentAddress,
): Promise<ReplyOf<typeof operation>> {
  const fields = ['transactionStatus', 'debtorName', 'order'] as const;
  const { _id, transactionStatus, debtorName, order } = await findPayment(context, address, fields);
  const posted = order.paymentService === 'bulk-payments' ? await postedMessage(context, _id, order) : order;
  return { transactionStatus, order: posted, ...(debtorName !== undefined && { debtorName }) };
}

/** The message as it was posted, byte by byte. */
async function postedMessage(
  { bulkMessages }: PaymentsContext,
  paymentId: string,
  { paymentService, paymentProduct }: StoredOrderOf<'bulk-payments'>,
): Promise<PaymentOrder> {
  const message = await bulkMessages.findOne({ _id: paymentId }, { projection: { xml: 1 } });
  if (message === null) throw new Error(`bulk payment ${paymentId} has no stored message`);
  return { paymentService, paymentProduct, xml: message.xml };
}
