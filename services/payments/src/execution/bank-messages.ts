import {
  PAYMENT_PRODUCTS,
  putStandingOrder,
  returnPayment,
  type SinglePayment,
  submitBulkPayment,
  submitPayment,
} from '@xs2a/contracts';
import { type OutboxEntry, outboxEntry, outboxEntryEnclosing } from '@xs2a/service-kit';
import { BULK_MESSAGES } from '../model/bulk-message.ts';
import { executeBy } from '../model/decision-deadline.ts';
import type { Payment } from '../model/payment.ts';
import type { StandingOrder } from '../orders/occurrence-series.ts';

/**
 * Returns the message that orders the bank to execute a transfer, with the deadline of an instant one. The bank deduplicates by
 * `id`: a repeated delivery has no effect.
 */
export function createSubmission(
  id: string,
  { payment, body, decideBy }: { payment: Payment; body: SinglePayment; decideBy?: Date | undefined },
  at: Date,
): OutboxEntry {
  const { paymentService } = payment;
  // The bank gets the same product, whether the payment was posted as JSON or as a message.
  const paymentProduct = PAYMENT_PRODUCTS[payment.paymentProduct].inJson ?? payment.paymentProduct;
  const psuId = authorisedBy(payment);
  const deadline = decideBy && { executeBy: executeBy(decideBy).toISOString() };
  return outboxEntry(submitPayment, { paymentId: id, paymentService, paymentProduct, psuId, body, ...deadline }, at);
}

/** Returns the message that tells the bank to return a payment that ended as rejected, if it has executed it. */
export function returnOrder(paymentId: string, at: Date): OutboxEntry {
  return outboxEntry(returnPayment, { paymentId }, at);
}

/** Returns the message that orders the bank to execute a pain.001. The outbox reads the text from its collection when it sends. */
export function bulkSubmission(payment: Payment, at: Date): OutboxEntry {
  const { _id, paymentProduct } = payment;
  const request = { paymentId: _id, paymentProduct, psuId: authorisedBy(payment) };
  const enclosed = { collection: BULK_MESSAGES.name, id: _id, field: 'xml' } as const;
  return outboxEntryEnclosing(submitBulkPayment, request, enclosed, at);
}

/** Returns the message that adds a standing order to its account at the bank, or removes it. */
export function standingOrderEntry(
  payment: Payment,
  { body }: StandingOrder,
  { active, at }: { active: boolean; at: Date },
): OutboxEntry {
  const request = { paymentId: payment._id, psuId: authorisedBy(payment), active, body };
  return outboxEntry(putStandingOrder, request, at);
}

/** Returns the PSU who authorised a payment. The write that authorises a payment always stores it. */
function authorisedBy({ _id, psuId }: Payment): string {
  if (psuId === undefined) throw new Error(`payment ${_id} has no authorising PSU`);
  return psuId;
}
