import { PAYMENT_PRODUCTS, reportExecution } from '@xs2a/contracts';
import { advance, outboxEntry, toServiceTime } from '@xs2a/service-kit';
import type { BankContext } from '../context.ts';
import { feedAccount } from '../feed/feed-account.ts';
import { type BookingLine, InsufficientFunds, postBooking } from '../ledger/post-booking.ts';
import { ORDERS, type Order } from '../model/order.ts';
import { planTransfer, type ReasonCode } from './plan-transfer.ts';

const BY = 'bank';

/**
 * Executes an accepted order, or rejects it with a reason. However often this is called, the order is booked once: the status
 * changes in the same transaction as the balances, and the paymentId of a posting is unique.
 */
export async function executeOrder(context: BankContext, order: Order): Promise<void> {
  const { done, touched } = await bookOrReject(context, order);
  if (done === null) return;
  await Promise.all([
    context.outbox.deliver(ORDERS, done),
    ...touched.map((accountId) => feedAccount(context, accountId)),
  ]);
}

interface Outcome {
  /** The order with its final status. Null if another replica was first. */
  readonly done: Order | null;
  /** Customers' accounts whose balance changed. */
  readonly touched: readonly string[];
}

async function bookOrReject(context: BankContext, order: Order): Promise<Outcome> {
  const plan = await planTransfer(context, order);
  if ('reasonCode' in plan) return rejectOrder(context, order, plan.reasonCode);
  try {
    // In sequence: nearly all orders change the same clearing account, and a write conflict costs more than waiting.
    return await context.background.inSequence('ledger', () =>
      isTooLate(order, context.now()) ? rejectOrder(context, order, 'AB11') : book(context, order, plan.lines),
    );
  } catch (error) {
    if (error instanceof InsufficientFunds) return rejectOrder(context, order, 'AM04');
    throw error;
  }
}

/** Returns the status of an executed order. Instant payments reach the creditor at the same moment (decision 15). */
export function statusExecuted({ paymentProduct }: Pick<Order, 'paymentProduct'>): 'ACCC' | 'ACSC' {
  return PAYMENT_PRODUCTS[paymentProduct].instant ? 'ACCC' : 'ACSC';
}

async function book(context: BankContext, order: Order, lines: readonly BookingLine[]): Promise<Outcome> {
  const at = context.now();
  const { _id: paymentId, executeBy } = order;
  const outbox = [
    outboxEntry(
      reportExecution,
      {
        paymentId,
        transactionStatus: statusExecuted(order),
        ...(executeBy && { executedAt: toServiceTime(at).toISOString() }),
      },
      at,
    ),
  ];
  const done = await context.database.transaction(async (session) => {
    const executed = await advance(ORDERS, context.orders, order, 'executed', { at, by: BY, outbox, session });
    if (executed !== null) await postBooking(context, { id: order._id, paymentId: order._id, at, lines }, session);
    return executed;
  });
  const touched = lines.filter(({ entry }) => entry !== undefined).map(({ ledgerAccountId }) => ledgerAccountId);
  return { done, touched };
}

/** Whether an instant payment may no longer be executed. */
function isTooLate({ executeBy }: Order, at: Date): boolean {
  return executeBy !== undefined && executeBy <= toServiceTime(at);
}

export async function rejectOrder(
  context: Pick<BankContext, 'orders' | 'now' | 'log'>,
  order: Order,
  reasonCode: ReasonCode,
): Promise<Outcome> {
  const at = context.now();
  const outbox = [outboxEntry(reportExecution, { paymentId: order._id, transactionStatus: 'RJCT', reasonCode }, at)];
  const done = await advance(ORDERS, context.orders, order, 'rejected', { at, by: BY, set: { reasonCode }, outbox });
  context.log.info({ event: 'rejected', paymentId: order._id, outcome: reasonCode }, 'an order was rejected');
  return { done, touched: [] };
}
