import { type initiatePayment, mayVerifyPayee, type RequestOf } from '@xs2a/contracts';
import type { PaymentsContext } from '../context.ts';
import type { PayeeCheck } from '../model/payee-check.ts';
import type { Payment } from '../model/payment.ts';
import type { StoredOrder } from '../model/stored-order.ts';

/** Fields of a payment whose payee is being verified. */
export type CheckFields = Required<Pick<Payment, 'payeeChecks' | 'payeeAskedAt'>> & Pick<Payment, 'payeeToldToTpp'>;

/** Returns the fields of a new payment whose payee the bank verifies; empty for any other. */
export function firstCheck(
  { profile }: Pick<PaymentsContext, 'profile'>,
  { payeeVerificationRequested }: Pick<RequestOf<typeof initiatePayment>, 'payeeVerificationRequested'>,
  order: StoredOrder,
  at: Date,
): CheckFields | undefined {
  if (order.paymentService === 'bulk-payments') return undefined;
  const isAsked = profile.payeeVerification === 'always' || payeeVerificationRequested === true;
  if (!isAsked || !mayVerifyPayee(profile, { ...order.body, paymentProduct: order.paymentProduct })) return undefined;
  const told = payeeVerificationRequested === true && { payeeToldToTpp: true as const };
  return { payeeChecks: [newCheck(order.body.creditorName, at)], payeeAskedAt: at, ...told };
}

/** Begins a further check of a payment. Returns null if another process has begun one since the payment was read. */
export function beginCheck({ payments, now }: PaymentsContext, payment: Payment): Promise<Payment | null> {
  const { _id, order, payeeChecks = [] } = payment;
  if (order.paymentService === 'bulk-payments') return Promise.resolve(null);
  const at = now();
  return payments.findOneAndUpdate(
    { _id, payeeChecks: { $size: payeeChecks.length } },
    { $set: { payeeAskedAt: at }, $push: { payeeChecks: newCheck(order.body.creditorName, at) } },
    { returnDocument: 'after' },
  );
}

function newCheck(requestedName: string, askedAt: Date): PayeeCheck {
  return { requestId: crypto.randomUUID(), requestedName, askedAt };
}
