import { failOpenAuthorisations } from '@xs2a/approvals';
import type { OutboxEntry } from '@xs2a/service-kit';
import type { Payment } from './payment.ts';
import { paymentParent } from './sca-parent.ts';

/** Fails open authorisations of a cancellation. Belongs to a write after which the payment can no longer be cancelled. */
export function abandonCancellation(payment: Payment, at: Date): OutboxEntry[] {
  const { cancellation } = payment;
  return cancellation ? failOpenAuthorisations(cancellation, paymentParent(payment, 'cancellation'), at).outbox : [];
}
