import { isFinal, type PaymentContent, step, TRANSACTION_STATUS_MACHINE } from '@xs2a/contracts';
import { advance, bankDay } from '@xs2a/service-kit';
import { refuseUnfitForProduct } from './check-product.ts';
import { AFTER_AUTHORISATION, fundsEvents } from './checked-events.ts';
import { decideFunds, type FundsDecision, NO_FUNDS } from './decide-funds.ts';
import { executionDay, refuseImpossibleDay } from './execution-day.ts';
import type { Beginning, OrderKind } from './order-kinds.ts';
import { PAYMENTS, type Payment } from './payment.ts';
import { transferContent } from './payment-content.ts';
import type { PaymentsRoom } from './room.ts';
import { submission } from './submission.ts';

type Kind = OrderKind<'payments'>;
type Order = Parameters<Kind['contentOf']>[0];

/** Single payments: immediate, or on a day (field guide 3.3 and 8.4). */
export const SINGLE_PAYMENTS: Kind = {
  refuse(profile, { paymentProduct, body }, at) {
    refuseUnfitForProduct(paymentProduct, body, profile);
    refuseImpossibleDay(profile, { product: paymentProduct, requested: body.requestedExecutionDate, at });
  },

  schedule(profile, { paymentProduct, body }, at) {
    const { executeOn } = executionDay(profile, {
      product: paymentProduct,
      requested: body.requestedExecutionDate,
      at,
    });
    return { executeOn };
  },

  contentOf({ paymentService, paymentProduct, body }): PaymentContent {
    const { requestedExecutionDate } = body;
    return {
      kind: 'payment',
      paymentService,
      paymentProduct,
      ...transferContent(body),
      ...(requestedExecutionDate !== undefined && { requestedExecutionDate }),
    };
  },

  debtorAccountsOf: ({ body }) => [body.debtorAccount],

  async begin(room, payment, order, at): Promise<Beginning> {
    const { paymentProduct: product, body } = order;
    const { executeOn, changed } = executionDay(room.profile, { product, requested: body.requestedExecutionDate, at });
    const isDue = executeOn <= bankDay(at, room.profile);
    const decision = isDue ? await decideFunds(room, payerOf(payment, order), at) : undefined;
    const events = changed
      ? (['authorised', 'changed'] as const)
      : AFTER_AUTHORISATION[room.profile.transactionStatusStyle];
    if (decision === undefined) return { events, set: { executeOn }, outbox: [] };
    const { verdict, set } = decision;
    if (verdict === 'wait') return { events, set: { executeOn, ...set }, outbox: [] };
    if (verdict === 'reject') {
      return { events: [...events, 'rejected'], set: { executeOn, ...set, reasonCode: NO_FUNDS }, outbox: [] };
    }
    return {
      events: [...events, ...(changed ? [] : fundsEvents(room.profile, set.fundsAvailable))],
      set: { executeOn, ...set, submitted: true },
      outbox: [submission(payment._id, { payment, body }, at)],
    };
  },

  async execute(room, payment, order) {
    const at = room.now();
    await handOver(room, payment, order, await decideFunds(room, payerOf(payment, order), at), at);
  },

  whenEnded: () => [],
};

function payerOf(payment: Payment, { paymentProduct, body }: Order) {
  const { debtorAccount, instructedAmount } = body;
  const { rejectedWithoutFunds, fundsMissingSince } = payment;
  return { product: paymentProduct, debtorAccount, instructedAmount, rejectedWithoutFunds, fundsMissingSince };
}

async function handOver(
  room: PaymentsRoom,
  payment: Payment,
  { body }: Order,
  { verdict, set }: FundsDecision,
  at: Date,
): Promise<void> {
  const where = { _id: payment._id, submitted: false, transactionStatus: payment.transactionStatus };
  if (verdict === 'wait') return void (await room.payments.updateOne(where, { $set: set }));
  const move = { at, by: 'payments', where: { submitted: false } };
  if (verdict === 'reject') {
    await advance(PAYMENTS, room.payments, payment, 'rejected', { ...move, set: { ...set, reasonCode: NO_FUNDS } });
    return;
  }
  const outbox = [submission(payment._id, { payment, body }, at)];
  const [event] = fundsEvents(room.profile, set.fundsAvailable);
  const canTell = event !== undefined && step(TRANSACTION_STATUS_MACHINE, payment.transactionStatus, event);
  const submitted = { ...set, submitted: true };
  const claimed = canTell
    ? await advance(PAYMENTS, room.payments, payment, event, { ...move, set: submitted, outbox })
    : await room.payments.findOneAndUpdate(
        where,
        { $set: submitted, $push: { outbox: { $each: outbox } } },
        { returnDocument: 'after' },
      );
  if (claimed !== null && !isFinal(TRANSACTION_STATUS_MACHINE, claimed.transactionStatus)) {
    await room.outbox.deliver(PAYMENTS, claimed);
  }
}
