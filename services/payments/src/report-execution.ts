import {
  EXECUTION_EVENTS,
  type reportExecution as operation,
  type RequestOf,
  routeBetween,
  TRANSACTION_STATUS_MACHINE,
  type TransactionStatus,
  Xs2aError,
} from '@xs2a/contracts';
import { advance, type StoredCollection } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import { endStandingOrder } from './execute-occurrences.ts';
import { EXECUTIONS, type Execution } from './execution.ts';
import { PAYMENTS, type Payment } from './payment.ts';
import type { PaymentsRoom } from './room.ts';

const ATTEMPTS_MAX = 5;

type Report = RequestOf<typeof operation>;
type Reply = { transactionStatus: TransactionStatus };

/**
 * The bank tells how far a payment is, or an execution of a standing order, which the bank knows as a payment of its own.
 * The last report on the last execution ends the standing order.
 */
export async function reportExecution(room: PaymentsRoom, report: Report): Promise<Reply> {
  const told = await moveAlong(PAYMENTS, room.payments, report, room.now());
  if (told !== null) return { transactionStatus: told.transactionStatus };
  const execution = await moveAlong(EXECUTIONS, room.executions, report, room.now());
  if (execution === null) throw new Xs2aError('referencedResourceUnknown', { path: 'paymentId' });
  await endStandingOrder(room, execution.paymentId);
  return { transactionStatus: execution.transactionStatus };
}

/**
 * Statuses move forward only: a report that overtook an earlier one walks the edges between, one that comes late or again
 * changes nothing, one that contradicts what is known is refused. Null where nothing has this id.
 */
async function moveAlong<T extends Payment | Execution>(
  stored: StoredCollection<T>,
  collection: Collection<T>,
  { paymentId, transactionStatus: reported, reasonCode, refusedTransfers }: Report,
  at: Date,
): Promise<T | null> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    const current = (await (collection as unknown as Collection<Payment>).findOne({ _id: paymentId })) as T | null;
    if (current === null) return null;
    const known = current.transactionStatus;
    if (routeBetween(TRANSACTION_STATUS_MACHINE, reported, known, EXECUTION_EVENTS)) return current;
    const events = routeBetween(TRANSACTION_STATUS_MACHINE, known, reported, EXECUTION_EVENTS);
    if (events === undefined || !current.submitted) {
      throw new Xs2aError('statusInvalid', { path: 'transactionStatus' });
    }
    const set = {
      ...(reasonCode !== undefined && { reasonCode }),
      ...(refusedTransfers !== undefined && { refusedTransfers }),
    };
    const moved = await advance(stored, collection, current, events, { at, by: 'bank', set });
    if (moved !== null) return moved;
  }
  throw new Xs2aError('serviceUnavailable');
}
