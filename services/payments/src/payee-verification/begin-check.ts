import {
  type AspspProfile,
  type initiatePayment,
  mayVerifyPayee,
  PAYMENT_PRODUCTS,
  type RequestOf,
} from '@xs2a/contracts';
import type { PaymentsContext } from '../context.ts';
import type { PayeeCheck } from '../model/payee-check.ts';
import type { Payment } from '../model/payment.ts';
import type { StoredOrder } from '../model/stored-order.ts';

/** Fields of a new payment about the verification of its payee. */
export type CheckFields = Pick<Payment, 'payeeChecks' | 'payeeAskedAt' | 'payeeToldToTpp' | 'payeesOptedOut'>;
type Wish = Pick<RequestOf<typeof initiatePayment>, 'payeeVerificationRequested' | 'psu' | 'wishes'>;

/** Returns the fields of a new payment whose payee the bank verifies; of any other, whether its payer does without it. */
export function firstCheck(
  { profile }: Pick<PaymentsContext, 'profile'>,
  { payeeVerificationRequested, psu, wishes }: Wish,
  order: StoredOrder,
  at: Date,
): CheckFields | undefined {
  const isAsked = profile.payeeVerification === 'always' || payeeVerificationRequested === true;
  if (!isAsked || !mayVerifyAnyPayee(profile, order)) return undefined;
  // Only for several orders at once, and only for a payer that is no consumer: its approval is that of this company.
  const company = psu?.corporateId ?? wishes.corporateId;
  const mayOptOut = order.paymentService === 'bulk-payments' && company !== undefined;
  if (payeeVerificationRequested === false && mayOptOut) return { payeesOptedOut: true };
  const told = payeeVerificationRequested === true && { payeeToldToTpp: true as const };
  return { payeeChecks: [newCheck(order, at)], payeeAskedAt: at, ...told };
}

/** Whether the payee is verified; of a bulk, whether that of any transfer may be. */
function mayVerifyAnyPayee(profile: AspspProfile, order: StoredOrder): boolean {
  const { paymentProduct } = order;
  if (order.paymentService !== 'bulk-payments') return mayVerifyPayee(profile, { ...order.body, paymentProduct });
  const isInEuro = order.bulk.totals.some(({ currency }) => currency === 'EUR');
  return profile.payeeVerification !== 'off' && isInEuro && !PAYMENT_PRODUCTS[paymentProduct].largeValue;
}

/** Begins a further check of a payment. Returns null if another process has begun one since the payment was read. */
export function beginCheck({ payments, now }: PaymentsContext, payment: Payment): Promise<Payment | null> {
  const { _id, order, payeeChecks = [] } = payment;
  const at = now();
  return payments.findOneAndUpdate(
    { _id, payeeChecks: { $size: payeeChecks.length } },
    { $set: { payeeAskedAt: at }, $push: { payeeChecks: newCheck(order, at) } },
    { returnDocument: 'after' },
  );
}

/** Takes up the check of a bulk where the process that ran it left off. Returns null if another process has done so. */
export function resumeCheck({ payments, now }: PaymentsContext, payment: Payment): Promise<Payment | null> {
  const { _id, payeeAskedAt } = payment;
  if (payeeAskedAt === undefined) return Promise.resolve(null);
  return payments.findOneAndUpdate(
    { _id, payeeAskedAt },
    { $set: { payeeAskedAt: now() } },
    { returnDocument: 'after' },
  );
}

function newCheck(order: StoredOrder, askedAt: Date): PayeeCheck {
  const name = order.paymentService === 'bulk-payments' ? {} : { requestedName: order.body.creditorName };
  return { requestId: crypto.randomUUID(), ...name, askedAt };
}
