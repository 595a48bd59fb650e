import {
  type EventOf,
  type PsuStandingOrder,
  type ScaContentOf,
  shownTppName,
  type TRANSACTION_STATUS_MACHINE,
} from '@xs2a/contracts';
import { cancellationOf } from '../cancellation/cancellation-rules.ts';
import type { PaymentsContext } from '../context.ts';
import { AWAITING_EXECUTION, type Payment } from '../model/payment.ts';
import { paymentContent } from '../orders/rules-by-service.ts';

/** Steps of the bank within an authorisation, which PSUs do not see. */
const CHECKS: ReadonlySet<string> = new Set<EventOf<typeof TRANSACTION_STATUS_MACHINE>>([
  'profileChecked',
  'fundsChecked',
]);

/** Returns the PSU's view of a standing order, without the TPP's requests and answers. */
export function standingOrderView({ profile }: PaymentsContext, payment: Payment): PsuStandingOrder {
  const { _id, tppId, tppName, transactionStatus, nextOccurrence, executeOn, executedAt, order } = payment;
  const isAtBank = payment.submitted || payment.lastSubmitted;
  const isActive = !isAtBank && AWAITING_EXECUTION.some((status) => status === transactionStatus);
  return {
    paymentId: _id,
    tppName: shownTppName(tppName ?? tppId, tppId, profile.aspspName),
    tppId,
    transactionStatus,
    content: paymentContent(order) as ScaContentOf<'periodicPayment'>,
    isActive,
    ...(isActive && nextOccurrence !== undefined && { nextExecution: executeOn }),
    ...(executedAt && { executedAt: executedAt.toISOString() }),
    mayStop: isActive && mayStopAlone(profile, payment),
    history: payment.history
      .filter(({ event }) => !CHECKS.has(event))
      .map(({ at, event, by }) => ({
        at: at.toISOString(),
        event,
        by: by === 'psu' ? 'psu' : by === tppId ? 'tpp' : 'aspsp',
      })),
  };
}

/**
 * Whether one PSU may stop an order: if it authorised the order alone, or the TPP may cancel it without any approval. An order
 * that several PSUs must cancel cannot be stopped by one (decision 16).
 */
export function mayStopAlone(
  profile: PaymentsContext['profile'],
  payment: Payment,
  signaturesNeeded = payment.signaturesNeeded,
): boolean {
  const cancellation = cancellationOf(profile, payment);
  if (cancellation === 'atOnce') return true;
  return cancellation === 'afterApproval' && payment.signedBy.length === 1 && (signaturesNeeded ?? 1) === 1;
}
