import { type SinglePayment, submitBulkPayment, submitPayment } from '@xs2a/contracts';
import { type OutboxEntry, outboxEntry, outboxEntryEnclosing } from '@xs2a/service-kit';
import { BULK_MESSAGES } from '../model/bulk-message.ts';
import type { Payment } from '../model/payment.ts';
import { authorisedBy } from './authorised-by.ts';

/** The order to the bank to execute a transfer. The bank deduplicates by `id`: delivering it again has no effect. */
export function submission(
  id: string,
  { payment, body }: { payment: Payment; body: SinglePayment },
  at: Date,
): OutboxEntry {
  const { paymentService, paymentProduct } = payment;
  const psuId = authorisedBy(payment);
  return outboxEntry(submitPayment, { paymentId: id, paymentService, paymentProduct, psuId, body }, at);
}

/** The order to the bank to execute a message. It is not copied: the outbox reads it from its collection when it sends. */
export function bulkSubmission(payment: Payment, at: Date): OutboxEntry {
  const { _id, paymentProduct } = payment;
  const request = { paymentId: _id, paymentProduct, psuId: authorisedBy(payment) };
  const enclosed = { collection: BULK_MESSAGES.name, id: _id, field: 'xml' } as const;
  return outboxEntryEnclosing(submitBulkPayment, request, enclosed, at);
}
