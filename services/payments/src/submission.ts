import { type SinglePayment, submitPayment } from '@xs2a/contracts';
import { type OutboxEntry, outboxEntry } from '@xs2a/service-kit';
import type { Payment } from './payment.ts';

/** The order to the bank. The bank knows it again by its id, however often it arrives. */
export function submission(
  id: string,
  {
    payment: { paymentService, paymentProduct, psuId = '' },
    body,
  }: { payment: Pick<Payment, 'paymentService' | 'paymentProduct' | 'psuId'>; body: SinglePayment },
  at: Date,
): OutboxEntry {
  return outboxEntry(submitPayment, { paymentId: id, paymentService, paymentProduct, psuId, body }, at);
}
