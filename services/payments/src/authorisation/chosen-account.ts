import { contentHashOf } from '@xs2a/approvals';
import { isProvided, type Settlement, Xs2aError } from '@xs2a/contracts';
import type { Payment } from '../model/payment.ts';

/** Whether the PSU approved for the account of the payment, or for the first account that a PSU chose. */
export function isApprovedForAccount({ order }: Pick<Payment, 'order'>, { debtorAccount }: Settlement): boolean {
  if (order.paymentService === 'bulk-payments' || debtorAccount === undefined) return true;
  const known = order.body.debtorAccount;
  return !isProvided(known) || contentHashOf(known) === contentHashOf(debtorAccount);
}

/** Returns a payment whose TPP named no account with the one that its PSU chose; any other payment as it is. */
export function withChosenAccount(payment: Payment, { debtorAccount }: Settlement): Payment {
  const { order } = payment;
  if (order.paymentService === 'bulk-payments' || isProvided(order.body.debtorAccount)) return payment;
  if (debtorAccount === undefined) throw new Xs2aError('fieldInvalid', { path: 'debtorAccount' });
  const body = { ...order.body, debtorAccount };
  return { ...payment, order: { ...order, body } as Payment['order'] };
}
