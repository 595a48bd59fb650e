import { type PeriodicPayment, putStandingOrder } from '@xs2a/contracts';
import { type OutboxEntry, outboxEntry } from '@xs2a/service-kit';
import { byIds, type Checked, type Databases, type Difference, inBatches } from './difference.ts';

interface Payment {
  _id: string;
  transactionStatus: string;
  psuId?: string;
  order: { body: PeriodicPayment };
  outbox: { subject: string }[];
}
interface StandingOrder {
  _id: string;
  active: boolean;
}

/** Statuses of an authorised standing order that has not ended. */
const RUNNING = ['ACTC', 'ACWC', 'ACCP'];
const ENDED = ['ACSC', 'ACCC', 'RJCT', 'CANC'];

/** Compares every standing order with the list that the bank shows its PSU. */
export async function checkStandingOrders({ databases, settledBefore }: Checked): Promise<Difference[]> {
  const { payments, bank } = databases;
  const differences: Difference[] = [];
  const authorised = payments.collection<Payment>('payments').find({
    paymentService: 'periodic-payments',
    psuId: { $exists: true },
    transactionStatus: { $in: [...RUNNING, ...ENDED] },
    'history.0.at': { $lt: settledBefore },
  } as never);
  for await (const batch of inBatches(authorised)) {
    const ids = batch.map(({ _id }) => _id);
    const shown = await byIds<StandingOrder>(bank, 'standingOrders', ids);
    for (const payment of batch) {
      const difference = compare(databases, payment, shown.get(payment._id));
      if (difference !== undefined) differences.push(difference);
    }
  }
  for await (const batch of inBatches(bank.collection<StandingOrder>('standingOrders').find({ active: true }))) {
    const ids = batch.map(({ _id }) => _id);
    const known = await byIds<Payment>(payments, 'payments', ids);
    for (const _id of ids.filter((id) => !known.has(id)))
      differences.push({
        kind: 'standingOrderWithoutPayment',
        where: `bank/standingOrders/${_id}`,
        what: 'shown to the PSU, and never executed',
      });
  }
  return differences;
}

function compare({ payments }: Databases, payment: Payment, shown: StandingOrder | undefined): Difference | undefined {
  const { _id, transactionStatus, psuId, order } = payment;
  const active = RUNNING.includes(transactionStatus);
  // An order that ended before it reached the bank need not be shown.
  const isSame = (shown?.active ?? false) === active;
  const isOnItsWay = payment.outbox.some(({ subject }) => subject === putStandingOrder.subject);
  if (isSame || isOnItsWay || psuId === undefined) return undefined;
  const where = `payments/payments/${_id}`;
  const what = `${transactionStatus}, ${shown === undefined ? 'unknown to' : active ? 'ended at' : 'shown by'} the bank`;
  // The bank never shows an ended order again: the reason for its end is lost here.
  if (active && shown !== undefined) return { kind: 'standingOrderDiffers', where, what };
  return {
    kind: 'standingOrderDiffers',
    where,
    what,
    repair: async ({ now }) => {
      const entry = outboxEntry(putStandingOrder, { paymentId: _id, psuId, active, body: order.body }, now);
      await payments
        .collection<{ _id: string; outbox: OutboxEntry[] }>('payments')
        .updateOne({ _id }, { $push: { outbox: { ...entry, nextAt: now } } });
    },
  };
}
