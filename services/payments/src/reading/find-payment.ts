import { FIELDS_OF_PSUS, isOfOtherPsu } from '@xs2a/approvals';
import { type RequestOf, type readPaymentStatus, Xs2aError } from '@xs2a/contracts';
import { findById, toServiceTime } from '@xs2a/service-kit';
import type { PaymentsContext } from '../context.ts';
import { concludePayment } from '../instant/conclude-payment.ts';
import { isOverdue } from '../model/decision-deadline.ts';
import { AWAITING_AUTHORISATION, type Payment } from '../model/payment.ts';

const UNKNOWN_TEXT = 'no such payment of this TPP: paymentId is one that the initiation answered to it';

/** Address of a payment in a TPP's request. */
export type PaymentAddress = RequestOf<typeof readPaymentStatus>;

/**
 * Finds the payment that a TPP addresses, by its id. A payment of another TPP is treated as unknown. The TPP's own payment under
 * another service or product gets a specific refusal (decision 11).
 */
export async function findPayment(
  context: PaymentsContext,
  { tpp, paymentService, paymentProduct, paymentId }: PaymentAddress,
  fields?: readonly (keyof Payment)[],
): Promise<Payment> {
  const ofPsus = tpp.onBehalfOf === undefined ? [] : FIELDS_OF_PSUS;
  const needed = ['tppId', 'paymentService', 'paymentProduct', 'transactionStatus', 'decideBy'] as const;
  const shown = fields && [...needed, ...ofPsus, ...fields];
  const payment = await findDecided(context, paymentId, shown);
  if (payment?.tppId !== tpp.id) throw new Xs2aError('resourceUnknown', { text: UNKNOWN_TEXT });
  const isOpen = AWAITING_AUTHORISATION.some((status) => status === payment.transactionStatus);
  if (isOfOtherPsu(tpp, payment, { isOpen })) throw new Xs2aError('tokenInvalid', { path: 'Authorization' });
  if (payment.paymentService !== paymentService || payment.paymentProduct !== paymentProduct) {
    throw new Xs2aError('productNotOfPayment', {
      text: `the payment has another service or product: ${payment.paymentService} and ${payment.paymentProduct}`,
    });
  }
  return payment;
}

/** An instant payment is decided before anybody reads it after its deadline. */
async function findDecided(
  context: PaymentsContext,
  paymentId: string,
  shown: readonly (keyof Payment)[] | undefined,
): Promise<Payment | null> {
  const payment = await findById(context.payments, paymentId, shown);
  if (payment === null || !isOverdue(payment, toServiceTime(context.now()))) return payment;
  await concludePayment(context, paymentId);
  return findById(context.payments, paymentId, shown);
}
