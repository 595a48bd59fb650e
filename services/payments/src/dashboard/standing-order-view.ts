import {
  type EventOf,
  type PsuStandingOrder,
  type ScaContentOf,
  shownTppName,
  type TRANSACTION_STATUS_MACHINE,
} from '@xs2a/contracts';
import { wayToCancel } from '../cancellation/cancellation-rules.ts';
import type { PaymentsContext } from '../context.ts';
import { AWAITING_EXECUTION, type Payment } from '../model/payment.ts';
import { paymentContent } from '../orders/rules-by-service.ts';

/** Steps of the bank within an authorisation, of which no PSU knows. */
const CHECKS: ReadonlySet<string> = new Set<EventOf<typeof TRANSACTION_STATUS_MACHINE>>([
  'profileChecked',
  'fundsChecked',
]);

/** A standing order as its PSU may see it: without what the TPP asked and got. */
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
 * One PSU may stop what it gave alone, and what the TPP may cancel without any approval. What several PSUs gave, and several
 * must cancel, it cannot stop alone (decision 16).
 */
export function mayStopAlone(
  profile: PaymentsContext['profile'],
  payment: Payment,
  signaturesNeeded = payment.signaturesNeeded,
): boolean {
  const way = wayToCancel(profile, payment);
  if (way === 'atOnce') return true;
  return way === 'afterApproval' && payment.signedBy.length === 1 && (signaturesNeeded ?? 1) === 1;
}
