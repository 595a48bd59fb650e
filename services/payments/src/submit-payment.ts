import { submitPayment as operation } from '@xs2a/contracts';
import { bankDay, type OutboxEntry, outboxEntry } from '@xs2a/service-kit';
import { PAYMENTS, type Payment } from './payment.ts';
import type { PaymentsRoom } from './room.ts';

const BATCH = 500;

/** The order to the bank. The bank knows it again by its paymentId, however often it arrives. */
export function submission(
  payment: Pick<Payment, '_id' | 'paymentService' | 'paymentProduct' | 'body'> & { psuId?: string | undefined },
  at: Date,
): OutboxEntry {
  const { _id, paymentService, paymentProduct, body, psuId } = payment;
  return outboxEntry(operation, { paymentId: _id, paymentService, paymentProduct, psuId: psuId ?? '', body }, at);
}

/** Hands over the authorised payments whose day has come, each once. Returns how many. */
export async function submitDuePayments(room: PaymentsRoom): Promise<number> {
  const at = room.now();
  const waiting = { submitted: false, transactionStatus: { $in: ['ACTC', 'ACCP'] } } as const;
  const due = await room.payments
    .find({ ...waiting, executeOn: { $lte: bankDay(at, room.profile) } })
    .limit(BATCH)
    .toArray();
  for (const payment of due) {
    const claimed = await room.payments.findOneAndUpdate(
      { ...waiting, _id: payment._id },
      { $set: { submitted: true }, $push: { outbox: submission(payment, at) } },
      { returnDocument: 'after' },
    );
    if (claimed !== null) await room.outbox.deliver(PAYMENTS, claimed);
  }
  return due.length;
}
