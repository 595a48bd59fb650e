import {
  PAYMENT_PRODUCTS,
  type PaymentProduct,
  reportExecution,
  type SinglePayment,
  submitBulkPayment,
  submitPayment,
} from '@xs2a/contracts';
import { type OutboxEntry, outboxEntry, outboxEntryEnclosing } from '@xs2a/service-kit';
import type { Db } from 'mongodb';
import { byIds, type Checked, type Difference, inBatches } from './difference.ts';

interface Payment {
  _id: string;
  paymentId?: string;
  paymentService: 'payments' | 'periodic-payments' | 'bulk-payments';
  paymentProduct: PaymentProduct;
  order: { body?: SinglePayment };
  body?: SinglePayment;
  psuId?: string;
  decideBy?: Date;
  transactionStatus: string;
  submitted: boolean;
  outbox: { subject: string }[];
}
interface Order {
  _id: string;
  paymentProduct: PaymentProduct;
  status: string;
  reasonCode?: string;
  returnedAt?: Date;
  outbox: { subject: string }[];
}

const EXECUTED = ['ACSC', 'ACCC', 'PART'];
const NEVER_AT_BANK = ['RJCT', 'CANC'];

/** Checks that the bank has an order for every submitted payment and every submitted execution of a standing order. */
export async function checkSubmissions({ databases, settledBefore }: Checked): Promise<Difference[]> {
  const { payments, bank } = databases;
  const differences: Difference[] = [];
  const submitted = {
    submitted: true,
    transactionStatus: { $nin: NEVER_AT_BANK },
    'history.0.at': { $lt: settledBefore },
  };
  const notPeriodic = { ...submitted, paymentService: { $ne: 'periodic-payments' as const } };
  for (const [collection, filter] of [['payments', notPeriodic] as const, ['executions', submitted] as const]) {
    for await (const batch of inBatches(payments.collection<Payment>(collection).find(filter))) {
      const bulks = batch.filter(({ paymentService }) => paymentService === 'bulk-payments').map(({ _id }) => _id);
      const orders = new Map([
        ...(await byIds<Order>(
          bank,
          'orders',
          batch.map(({ _id }) => _id),
        )),
        ...(await byIds<Order>(bank, 'bulkOrders', bulks)),
      ]);
      for (const payment of batch) {
        // In transit: the bank will get it, or has it and the answer was lost.
        if (orders.has(payment._id) || payment.outbox.some(({ subject }) => subject.startsWith('bank.submit')))
          continue;
        differences.push({
          kind: 'orderUnknownToBank',
          where: `payments/${collection}/${payment._id}`,
          what: payment.transactionStatus,
          repair: async ({ now }) => {
            await enqueue(payments, collection, payment._id, await submissionOf(payments, payment, now), now);
          },
        });
      }
    }
  }
  return differences;
}

/** Recreates the message with which the payment was submitted. The bank deduplicates by its id. */
async function submissionOf(db: Db, payment: Payment, at: Date): Promise<OutboxEntry> {
  const { _id, paymentProduct } = payment;
  if (payment.paymentService === 'bulk-payments') {
    const enclosed = { collection: 'bulkMessages', id: _id, field: 'xml' } as const;
    return outboxEntryEnclosing(
      submitBulkPayment,
      { paymentId: _id, paymentProduct, psuId: payment.psuId ?? '' },
      enclosed,
      at,
    );
  }
  const parent =
    payment.paymentId === undefined
      ? payment
      : await db.collection<Payment>('payments').findOne({ _id: payment.paymentId });
  const body = payment.body ?? payment.order.body;
  if (parent?.psuId === undefined || body === undefined)
    throw new Error(`payment ${_id} has no authorising PSU or no order`);
  const { paymentService, psuId } = parent;
  return outboxEntry(
    submitPayment,
    {
      paymentId: _id,
      paymentService,
      paymentProduct: parent.paymentProduct,
      psuId,
      body,
      // Later than the bank was told, and so in the past by now: it rejects an instant payment that it does not have.
      ...(payment.decideBy && { executeBy: payment.decideBy.toISOString() }),
    },
    at,
  );
}

/** Checks that the payment of every order of the bank exists and has its outcome. */
export async function checkOrders({ databases, settledBefore }: Checked): Promise<Difference[]> {
  const { payments, bank } = databases;
  const differences: Difference[] = [];
  for (const collection of ['orders', 'bulkOrders']) {
    const all = bank
      .collection<Order>(collection)
      .find({ receivedAt: { $lt: settledBefore } } as never, { projection: { xml: 0 } });
    for await (const batch of inBatches(all)) {
      const ids = batch.map(({ _id }) => _id);
      const known = new Map([
        ...(await byIds<Payment>(payments, 'payments', ids)),
        ...(await byIds<Payment>(payments, 'executions', ids)),
      ]);
      for (const order of batch) {
        const difference = compare(bank, collection, order, known.get(order._id));
        if (difference !== undefined) differences.push(difference);
      }
    }
  }
  return differences;
}

function compare(bank: Db, collection: string, order: Order, payment: Payment | undefined): Difference | undefined {
  const where = `bank/${collection}/${order._id}`;
  if (payment === undefined) return { kind: 'orderWithoutPayment', where, what: order.status };
  const { transactionStatus: known } = payment;
  const what = `${order.status} at the bank, ${known} in payments`;
  if (order.outbox.length > 0 || order.status === 'accepted' || order.status === 'withdrawn') return undefined;
  // A returned order was rejected by payments before the bank answered.
  const wasExecuted = order.status !== 'rejected' && order.returnedAt === undefined;
  if (wasExecuted ? EXECUTED.includes(known) : known === 'RJCT') return undefined;
  // Without the approval, payments accepts no report, so sca is asked for it first.
  if (!payment.submitted) return { kind: 'executedUnapproved', where, what };
  if (order.status === 'partlyExecuted' || NEVER_AT_BANK.includes(known))
    return { kind: 'executionUnknown', where, what };
  const { paymentProduct, reasonCode } = order;
  const inTime = PAYMENT_PRODUCTS[paymentProduct].instant ? ('ACCC' as const) : ('ACSC' as const);
  const report = wasExecuted
    ? { paymentId: order._id, transactionStatus: inTime }
    : { paymentId: order._id, transactionStatus: 'RJCT' as const, ...(reasonCode !== undefined && { reasonCode }) };
  return {
    kind: 'executionUnknown',
    where,
    what,
    repair: ({ now }) => enqueue(bank, collection, order._id, outboxEntry(reportExecution, report, now), now),
  };
}

/** Adds a message to the outbox of its sender, which delivers it at once. */
async function enqueue(db: Db, collection: string, _id: string, entry: OutboxEntry, now: Date): Promise<void> {
  await db
    .collection<{ _id: string; outbox: OutboxEntry[] }>(collection)
    .updateOne({ _id }, { $push: { outbox: { ...entry, nextAt: now } } });
}
