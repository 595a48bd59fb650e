import {
  abandonAuthorisations,
  type Settlement,
  step,
  TRANSACTION_STATUS_MACHINE,
  type TransactionStatus,
  Xs2aError,
} from '@xs2a/contracts';
import { advance, beforeAttempt, hasOpen, outboxEntry, type Tally, tally } from '@xs2a/service-kit';
import type { Filter } from 'mongodb';
import { authorisation } from './authorise-payment.ts';
import { parentOf } from './initiate-payment.ts';
import { endAlone } from './leave-basket.ts';
import { PAYMENTS, type Payment } from './payment.ts';
import type { PaymentsRoom } from './room.ts';

const ATTEMPTS_MAX = 5;

/**
 * sca tells how an authorisation ended; idempotent by its id. Every PSU counts once. With the last needed approval the
 * payment is authorised, and handed to the bank when its day has come: the order to the bank is stored in the same write as
 * the status, and sent right after. The first refusal rejects it. What is open besides fails then (field guide 1.5).
 */
export async function settleAuthorisation(
  room: PaymentsRoom,
  settlement: Settlement,
): Promise<{ transactionStatus: TransactionStatus }> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    await beforeAttempt(attempt);
    const payment = await room.payments.findOne({ _id: settlement.parent.id });
    if (payment === null) throw new Xs2aError('authorisationUnknown');
    const settled = await move(room, payment, settlement, tally(payment, settlement));
    if (settled === null) continue;
    // Stored is what counts; the caller does not wait for the bank.
    if (settled !== payment) void room.outbox.deliver(PAYMENTS, settled);
    return { transactionStatus: settled.transactionStatus };
  }
  throw new Xs2aError('serviceUnavailable');
}

async function move(
  room: PaymentsRoom,
  payment: Payment,
  { authorisationId, psu }: Settlement,
  { verdict, where: counted, set, noted }: Tally,
): Promise<Payment | null> {
  // Told before, or the payment ended on another way meanwhile: nothing changes.
  const isOpen = step(TRANSACTION_STATUS_MACHINE, payment.transactionStatus, 'refused') !== undefined;
  if (verdict === 'toldBefore' || !isOpen) return payment;
  const at = room.now();
  const where = counted as Filter<Payment>;
  const by = psu === undefined ? 'sca' : 'psu';
  const ended = hasOpen(payment, authorisationId)
    ? [outboxEntry(abandonAuthorisations, { parent: parentOf(payment) }, at)]
    : [];
  if (verdict === 'refused') {
    const refusal = { at, by, psuId: psu?.psuId, where, set, outbox: ended };
    return endAlone(room, payment, (session) =>
      advance(PAYMENTS, room.payments, payment, 'refused', { ...refusal, ...(session && { session }) }),
    );
  }
  // Nobody authorises a member of a basket alone, also who began before it was grouped: noted, so that it is told once.
  if (verdict === 'notCounted' || payment.basketId !== undefined) {
    const filter = { ...where, _id: payment._id };
    return room.payments.findOneAndUpdate(filter, { $set: noted }, { returnDocument: 'after' });
  }
  const alone = { ...where, basketId: { $exists: false } } as Filter<Payment>;
  if (verdict === 'partlyAuthorised') {
    return advance(PAYMENTS, room.payments, payment, 'partlyAuthorised', {
      at,
      by,
      psuId: psu?.psuId,
      where: alone,
      set,
    });
  }
  const { events, set: authorised, outbox } = await authorisation(room, payment, psu, at);
  return advance(PAYMENTS, room.payments, payment, events, {
    at,
    by,
    psuId: psu?.psuId,
    where: alone,
    set: { ...set, ...authorised },
    outbox: [...ended, ...outbox],
  });
}
