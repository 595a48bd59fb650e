import { type PaymentContent, submitBulkPayment } from '@xs2a/contracts';
import { blockPath } from '@xs2a/iso20022';
import { bankDay, type OutboxEntry, outboxEntryEnclosing } from '@xs2a/service-kit';
import type { ClientSession } from 'mongodb';
import { BULK_MESSAGES } from './bulk-message.ts';
import { AFTER_AUTHORISATION } from './checked-events.ts';
import { executionDay, refuseImpossibleDay } from './execution-day.ts';
import type { OrderKind } from './order-kinds.ts';
import { PAYMENTS, type Payment, TO_EXECUTE } from './payment.ts';
import type { PaymentsRoom } from './room.ts';
import type { StoredOrderOf } from './stored-order.ts';
import type { TakenMessage } from './summarise-initiation.ts';
import { takeMessage } from './take-message.ts';

type Order = StoredOrderOf<'bulk-payments'>;

/**
 * Bulk payments: a pain.001 message, approved as a whole and handed to the bank once, as it was posted (field guide 3.4 and
 * 8.5). The bank takes up each block on its own day, so it is handed over on the first of them.
 */
export const BULK_PAYMENTS: OrderKind<'bulk-payments'> = {
  isLong: true,

  async take(room, { paymentService, paymentProduct, xml }) {
    const taken = await takeMessage(room.profile, xml);
    return {
      order: { paymentService, paymentProduct, bulk: taken.bulk },
      store: (paymentId, session) => storeMessage(room, { paymentId, xml, taken }, session),
    };
  },

  refuse(profile, { paymentProduct: product, bulk }, at) {
    for (const [block, requested] of bulk.days.entries()) {
      refuseImpossibleDay(profile, { product, requested, at, path: `${blockPath(block)}/ReqdExctnDt` });
    }
  },

  schedule: (profile, order, at) => ({ executeOn: firstDay(profile, order, at).executeOn }),

  contentOf({ paymentService, paymentProduct, bulk }): PaymentContent {
    const { days, ...shown } = bulk;
    const [day] = days;
    const isOneDay = days.every((other) => other === day);
    return {
      kind: 'bulkPayment',
      paymentService,
      paymentProduct,
      ...shown,
      ...(isOneDay && day !== undefined && { requestedExecutionDate: day }),
    };
  },

  debtorAccountsOf: ({ bulk }) => bulk.debtorAccounts,

  async begin(room, payment, order, at) {
    const { executeOn, changed } = firstDay(room.profile, order, at);
    const isDue = executeOn <= bankDay(at, room.profile);
    return {
      events: changed ? ['authorised', 'changed'] : AFTER_AUTHORISATION[room.profile.transactionStatusStyle],
      set: { executeOn, ...(isDue && { submitted: true }) },
      outbox: isDue ? [bulkSubmission(payment, at)] : [],
    };
  },

  async execute(room, payment) {
    const claimed = await room.payments.findOneAndUpdate(
      { _id: payment._id, submitted: false, transactionStatus: { $in: [...TO_EXECUTE] } },
      { $set: { submitted: true }, $push: { outbox: bulkSubmission(payment, room.now()) } },
      { returnDocument: 'after' },
    );
    if (claimed !== null) await room.outbox.deliver(PAYMENTS, claimed);
  },

  whenEnded: () => [],
};

/** A message cannot leave out its day: today's means at once, as no day does in JSON. */
function firstDay(profile: PaymentsRoom['profile'], { paymentProduct: product, bulk }: Order, at: Date) {
  const [first] = bulk.days.toSorted();
  const isNow = first === undefined || first <= bankDay(at, profile);
  return executionDay(profile, { product, requested: isNow ? undefined : first, at });
}

/** The order to the bank. The message is not copied: it is read where it is stored, when it is sent. */
function bulkSubmission({ _id, paymentProduct, psuId = '' }: Payment, at: Date): OutboxEntry {
  const request = { paymentId: _id, paymentProduct, psuId };
  return outboxEntryEnclosing(
    submitBulkPayment,
    request,
    { collection: BULK_MESSAGES.name, id: _id, field: 'xml' },
    at,
  );
}

async function storeMessage(
  room: PaymentsRoom,
  { paymentId, xml, taken }: { paymentId: string; xml: string; taken: TakenMessage },
  session: ClientSession,
): Promise<void> {
  await room.bulkMessages.insertOne({ _id: paymentId, xml, original: taken.original }, { session });
  const pieces = taken.pieces.map((piece) => ({
    ...piece,
    _id: `${paymentId}-${piece.block}.${piece.first}`,
    paymentId,
  }));
  await room.bulkTransfers.insertMany(pieces, { session });
}
