import { type RequestOf, type readPaymentStatus, Xs2aError } from '@xs2a/contracts';
import type { WithId } from 'mongodb';
import type { PaymentsContext } from '../context.ts';
import type { Payment } from '../model/payment.ts';

/** How a TPP addresses a payment. */
export type PaymentAddress = RequestOf<typeof readPaymentStatus>;

/**
 * The payment that a TPP addresses, found by its id. A payment of another TPP is answered like an unknown one. An own
 * payment under another service or product has a refusal of its own (decision 11).
 */
export async function findPayment(
  { payments }: Pick<PaymentsContext, 'payments'>,
  { tpp, paymentService, paymentProduct, paymentId }: PaymentAddress,
  fields?: readonly (keyof Payment)[],
): Promise<WithId<Payment>> {
  const shown = fields && ['tppId', 'paymentService', 'paymentProduct', ...fields].map((field) => [field, 1]);
  const options = shown && { projection: Object.fromEntries(shown) };
  const payment = await payments.findOne({ _id: paymentId }, options);
  if (payment?.tppId !== tpp.id) throw new Xs2aError('resourceUnknown');
  if (payment.paymentService !== paymentService || payment.paymentProduct !== paymentProduct) {
    throw new Xs2aError('productNotOfPayment');
  }
  return payment;
}
