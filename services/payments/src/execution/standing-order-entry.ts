import { putStandingOrder } from '@xs2a/contracts';
import { type OutboxEntry, outboxEntry } from '@xs2a/service-kit';
import type { Payment } from '../model/payment.ts';
import type { StandingOrder } from '../orders/occurrence-series.ts';
import { authorisedBy } from './authorised-by.ts';

/** Tells the bank to list a standing order with its account, or to remove it. */
export function standingOrderEntry(
  payment: Payment,
  { body }: StandingOrder,
  { active, at }: { active: boolean; at: Date },
): OutboxEntry {
  const request = { paymentId: payment._id, psuId: authorisedBy(payment), active, body };
  return outboxEntry(putStandingOrder, request, at);
}
