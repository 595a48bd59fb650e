import { isFinal, TRANSACTION_STATUS_MACHINE } from '@xs2a/contracts';
import { addLifetimeHistogram, addTimeHistogram, type Metrics, secondsOf, watchStatus } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import type { Payment } from './payment.ts';

/** Most payments end with ACSC, and only some banks report ACCC after it (decision 15): a payment counts at the first of both. */
const SETTLED = 'ACSC';

/** Counts payments by their final status, and the time from their initiation to it. */
export function measurePayments(payments: Collection<Payment>, metrics: Metrics): void {
  const observe = addLifetimeHistogram(
    metrics,
    'xs2a_payment_final_seconds',
    'Time from the initiation of a payment to its final status',
    ['payment_service', 'product', 'status'],
  );
  watchStatus(payments, ({ paymentService, paymentProduct, transactionStatus: status, history }, { from }) => {
    if (from === SETTLED || !(status === SETTLED || isFinal(TRANSACTION_STATUS_MACHINE, status))) return;
    observe({ payment_service: paymentService, product: paymentProduct, status }, secondsOf(history));
  });
}

/** Returns the function that counts checks of payees by result, with the time to their answer. */
export function measureVerifications(metrics: Metrics): (labels: { result: string }, seconds: number) => void {
  const help = 'Time to the answer to a verification of payee, by its result; none: no answer in time';
  return addTimeHistogram(metrics, 'xs2a_payee_verification_seconds', help, ['result']);
}
