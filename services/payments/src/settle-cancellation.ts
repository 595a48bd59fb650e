import { abandonAuthorisations, type Settlement, type TransactionStatus, Xs2aError } from '@xs2a/contracts';
import { beforeAttempt, hasOpen, outboxEntry, type Tally, tally } from '@xs2a/service-kit';
import type { Filter, UpdateFilter } from 'mongodb';
import { type Cancellation, isCancellable } from './cancellation.ts';
import { parentOf } from './initiate-payment.ts';
import { PAYMENTS, type Payment } from './payment.ts';
import type { PaymentsRoom } from './room.ts';
import { stopPayment } from './stop-payment.ts';

const ATTEMPTS_MAX = 5;

type Requested = Payment & { readonly cancellation: Cancellation };

/**
 * sca tells how an authorisation of a cancellation ended; idempotent by its id. With the last needed approval the payment is
 * cancelled, unless it went to the bank for good meanwhile: it is executed then, and the approval is noted without effect.
 * A refusal leaves the payment as it is and voids the approvals before it; the TPP may start anew.
 */
export async function settleCancellation(
  room: PaymentsRoom,
  settlement: Settlement,
): Promise<{ transactionStatus: TransactionStatus }> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    await beforeAttempt(attempt);
    const payment = await room.payments.findOne({ _id: settlement.parent.id });
    if (!isRequested(payment)) throw new Xs2aError('authorisationUnknown');
    const settled = await move(room, payment, settlement, tally(payment.cancellation, settlement, 'cancellation'));
    if (settled === null) continue;
    if (settled !== payment) void room.outbox.deliver(PAYMENTS, settled);
    return { transactionStatus: settled.transactionStatus };
  }
  throw new Xs2aError('serviceUnavailable');
}

function isRequested(payment: Payment | null): payment is Requested {
  return payment?.cancellation !== undefined;
}

async function move(
  room: PaymentsRoom,
  payment: Requested,
  { authorisationId, psu }: Settlement,
  { verdict, where, set, noted }: Tally,
): Promise<Payment | null> {
  if (verdict === 'toldBefore') return payment;
  if (verdict === 'refused') return refuse(room, payment, authorisationId, { where, set });
  if (verdict === 'notCounted' || !isCancellable(payment)) return note(room, payment, where, noted);
  if (verdict === 'partlyAuthorised') return note(room, payment, where, set);
  const stopped = await stopPayment(room, payment, {
    by: psu === undefined ? 'sca' : 'psu',
    psuId: psu?.psuId,
    where,
    set,
  });
  return stopped === 'tooLate' ? note(room, payment, where, noted) : stopped;
}

/** Writes down what moves no status. */
async function note(
  { payments }: PaymentsRoom,
  { _id }: Payment,
  where: Record<string, unknown>,
  set: Record<string, unknown>,
  more: UpdateFilter<Payment> = {},
): Promise<Payment | null> {
  const filter = { ...where, _id } as Filter<Payment>;
  const update = { ...more, $set: set } as UpdateFilter<Payment>;
  return payments.findOneAndUpdate(filter, update, { returnDocument: 'after' });
}

function refuse(
  room: PaymentsRoom,
  payment: Requested,
  authorisationId: string,
  { where, set }: Pick<Tally, 'where' | 'set'>,
): Promise<Payment | null> {
  const parent = parentOf(payment, 'cancellation');
  const open = hasOpen(payment.cancellation, authorisationId);
  const outbox = open ? [outboxEntry(abandonAuthorisations, { parent }, room.now())] : [];
  const told = { $push: { outbox: { $each: outbox } } } as unknown as UpdateFilter<Payment>;
  return note(room, payment, where, { ...set, 'cancellation.signedBy': [] }, told);
}
