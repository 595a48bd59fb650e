import {
  EXECUTION_EVENTS,
  type reportExecution as operation,
  type RequestOf,
  routeBetween,
  TRANSACTION_STATUS_MACHINE,
  type TransactionStatus,
  Xs2aError,
} from '@xs2a/contracts';
import { advance } from '@xs2a/service-kit';
import { PAYMENTS } from './payment.ts';
import type { PaymentsRoom } from './room.ts';

const ATTEMPTS_MAX = 5;

/**
 * The bank tells how far a payment is. Statuses move forward only: a report that overtook an earlier one walks the edges
 * between, one that comes late or again changes nothing, one that contradicts what is known is refused.
 */
export async function reportExecution(
  room: PaymentsRoom,
  { paymentId, transactionStatus: reported, reasonCode }: RequestOf<typeof operation>,
): Promise<{ transactionStatus: TransactionStatus }> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    const payment = await room.payments.findOne({ _id: paymentId });
    if (payment === null) throw new Xs2aError('referencedResourceUnknown', { path: 'paymentId' });
    const known = payment.transactionStatus;
    if (routeBetween(TRANSACTION_STATUS_MACHINE, reported, known, EXECUTION_EVENTS))
      return { transactionStatus: known };
    const events = routeBetween(TRANSACTION_STATUS_MACHINE, known, reported, EXECUTION_EVENTS);
    if (events === undefined || !payment.submitted) throw new Xs2aError('statusInvalid', { path: 'transactionStatus' });
    const moved = await advance(PAYMENTS, room.payments, payment, events, {
      at: room.now(),
      by: 'bank',
      ...(reasonCode !== undefined && { set: { reasonCode } }),
    });
    if (moved !== null) return { transactionStatus: moved.transactionStatus };
  }
  throw new Xs2aError('serviceUnavailable');
}
