import { PAYMENT_PRODUCTS, reportExecution } from '@xs2a/contracts';
import { advance, outboxEntry } from '@xs2a/service-kit';
import { feedAccount } from './feed-account.ts';
import { ORDERS, type Order } from './order.ts';
import { planTransfer, type ReasonCode } from './plan-transfer.ts';
import { type BookingLine, NoFunds, post } from './post.ts';
import type { Room } from './room.ts';

const BY = 'bank';

/**
 * Executes an accepted order, or rejects it with its reason. However often and from wherever it is called, the order is
 * booked once: the status moves in the same transaction as the money, and a posting's paymentId is unique.
 */
export async function executeOrder(room: Room, order: Order): Promise<void> {
  const { done, touched } = await bookOrReject(room, order);
  if (done === null) return;
  await Promise.all([room.outbox.deliver(ORDERS, done), ...touched.map((accountId) => feedAccount(room, accountId))]);
}

interface Outcome {
  /** The order as it ended; null where somebody else was first. */
  readonly done: Order | null;
  /** Customers' accounts whose balance moved. */
  readonly touched: readonly string[];
}

async function bookOrReject(room: Room, order: Order): Promise<Outcome> {
  const plan = await planTransfer(room, order);
  if ('reasonCode' in plan) return reject(room, order, plan.reasonCode);
  try {
    // One after the other: nearly all touch the same clearing account, and a write conflict costs more than a turn.
    return await room.background.inTurn('ledger', () => book(room, order, plan.lines));
  } catch (error) {
    if (error instanceof NoFunds) return reject(room, order, 'AM04');
    throw error;
  }
}

async function book(room: Room, order: Order, lines: readonly BookingLine[]): Promise<Outcome> {
  const at = room.now();
  // Instant payments are at the creditor's in the same moment (field guide 1.2).
  const transactionStatus = PAYMENT_PRODUCTS[order.paymentProduct].instant ? 'ACCC' : 'ACSC';
  const outbox = [outboxEntry(reportExecution, { paymentId: order._id, transactionStatus }, at)];
  const done = await room.database.transaction(async (session) => {
    const executed = await advance(ORDERS, room.orders, order, 'executed', { at, by: BY, outbox, session });
    if (executed !== null) await post(room, { id: order._id, paymentId: order._id, at, lines }, session);
    return executed;
  });
  const touched = lines.filter(({ entry }) => entry !== undefined).map(({ ledgerAccountId }) => ledgerAccountId);
  return { done, touched };
}

async function reject(room: Room, order: Order, reasonCode: ReasonCode): Promise<Outcome> {
  const at = room.now();
  const outbox = [outboxEntry(reportExecution, { paymentId: order._id, transactionStatus: 'RJCT', reasonCode }, at)];
  const done = await advance(ORDERS, room.orders, order, 'rejected', { at, by: BY, set: { reasonCode }, outbox });
  room.log.info({ event: 'rejected', paymentId: order._id, outcome: reasonCode }, 'an order was not executed');
  return { done, touched: [] };
}
