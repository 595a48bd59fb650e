import { step, TRANSACTION_STATUS_MACHINE, type TransactionStatus } from '@xs2a/contracts';
import { advance, bankDay } from '@xs2a/service-kit';
import type { PaymentsContext } from '../context.ts';
import { abandonCancellation } from '../model/abandon-cancellation.ts';
import { PAYMENTS, type Payment } from '../model/payment.ts';
import type { StoredOrderOf } from '../model/stored-order.ts';
import { singleExecutionDay } from '../orders/single-order.ts';
import { authorisationEvents } from './authorisation-events.ts';
import { submission } from './bank-messages.ts';
import { checkFunds } from './check-funds.ts';
import { type ExecutionPlan, planExecution } from './execution-plan.ts';
import type { Executor } from './executor.ts';

type Order = StoredOrderOf<'payments'>;

/** Single payments: one that is due when it is authorised is submitted in the write that authorises it. */
export const SINGLE_PAYMENTS: Executor<'payments'> = {
  async authorise(context, payment, order, at) {
    const { executeOn, changed } = singleExecutionDay(context.profile, order, at);
    const events = authorisationEvents(context.profile, { changed });
    if (executeOn > bankDay(at, context.profile)) return { events, set: { executeOn }, outbox: [] };
    const transactionStatus = events.reduce<TransactionStatus>(
      (status, event) => step(TRANSACTION_STATUS_MACHINE, status, event) ?? status,
      payment.transactionStatus,
    );
    const plan = await planSingle(context, { ...payment, transactionStatus }, order, at);
    return {
      events: [...events, ...plan.events],
      set: { executeOn, ...plan.set },
      outbox: plan.verdict === 'submit' ? [submission(payment._id, { payment, body: order.body }, at)] : [],
    };
  },

  async execute(context, payment, order) {
    const at = context.now();
    const { verdict, events, set } = await planSingle(context, payment, order, at);
    const where = { submitted: false };
    const outbox = {
      submit: () => [submission(payment._id, { payment, body: order.body }, at)],
      reject: () => abandonCancellation(payment, at),
      wait: () => [],
    }[verdict]();
    const move = { at, by: 'payments', where, set, outbox };
    const executed = await advance(PAYMENTS, context.payments, payment, events, move);
    if (executed !== null && verdict !== 'wait') await context.outbox.deliver(PAYMENTS, executed);
  },

  whenCancelled: () => [],
};

async function planSingle(
  context: PaymentsContext,
  { transactionStatus, rejectedWithoutFunds, fundsMissingSince }: Payment,
  { paymentProduct: product, body }: Order,
  at: Date,
): Promise<ExecutionPlan> {
  const requested = body.requestedExecutionDate;
  const due = { product, requested, transactionStatus, rejectedWithoutFunds, fundsMissingSince };
  return planExecution(context.profile, due, await checkFunds(context, body), at);
}
