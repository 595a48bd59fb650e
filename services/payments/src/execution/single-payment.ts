import { step, TRANSACTION_STATUS_MACHINE, type TransactionStatus } from '@xs2a/contracts';
import { advance, bankDay, type OutboxEntry } from '@xs2a/service-kit';
import type { PaymentsContext } from '../context.ts';
import { abandonCancellation } from '../model/abandon-cancellation.ts';
import { PAYMENTS, type Payment } from '../model/payment.ts';
import type { StoredOrderOf } from '../model/stored-order.ts';
import { singleExecutionDay } from '../orders/single-order.ts';
import { authorisationEvents } from './authorisation-events.ts';
import { createSubmission } from './bank-messages.ts';
import { checkFunds } from './check-funds.ts';
import { type ExecutionPlan, planExecution } from './execution-plan.ts';
import type { ApprovalTimes, Executor } from './executor.ts';

type Order = StoredOrderOf<'payments'>;

/** Single payments: one that is due when it is authorised is submitted in the write that authorises it. */
export const SINGLE_PAYMENTS: Executor<'payments'> = {
  async authorise(context, payment, order, { at, approvedAt }) {
    const { executeOn, changed } = singleExecutionDay(context.profile, order, at);
    const events = authorisationEvents(context.profile, { changed });
    if (executeOn > bankDay(at, context.profile)) return { events, set: { executeOn }, outbox: [] };
    const transactionStatus = events.reduce<TransactionStatus>(
      (status, event) => step(TRANSACTION_STATUS_MACHINE, status, event) ?? status,
      payment.transactionStatus,
    );
    const plan = await planSingle(context, { ...payment, transactionStatus }, order, { at, approvedAt });
    return {
      events: [...events, ...plan.events],
      set: { executeOn, ...plan.set },
      outbox: submissionsOf(plan, payment, order, at),
    };
  },

  async execute(context, payment, order) {
    const at = context.now();
    const plan = await planSingle(context, payment, order, { at });
    const { verdict, events, set } = plan;
    const where = { submitted: false };
    const outbox = verdict === 'reject' ? abandonCancellation(payment, at) : submissionsOf(plan, payment, order, at);
    const move = { at, by: 'payments', where, set, outbox };
    const executed = await advance(PAYMENTS, context.payments, payment, events, move);
    if (executed !== null && verdict !== 'wait') await context.outbox.deliver(PAYMENTS, executed);
  },

  whenCancelled: () => [],
};

/** The order to the bank, if the plan is to submit. */
function submissionsOf(plan: ExecutionPlan, payment: Payment, { body }: Order, at: Date): OutboxEntry[] {
  return plan.verdict === 'submit'
    ? [createSubmission(payment._id, { payment, body, decideBy: plan.set.decideBy }, at)]
    : [];
}

async function planSingle(
  context: PaymentsContext,
  { transactionStatus, rejectedWithoutFunds, fundsMissingSince }: Payment,
  { paymentProduct: product, body }: Order,
  { at, approvedAt }: ApprovalTimes,
): Promise<ExecutionPlan> {
  const requested = body.requestedExecutionDate;
  const due = { product, requested, transactionStatus, rejectedWithoutFunds, fundsMissingSince, approvedAt };
  return planExecution(context.profile, due, await checkFunds(context, body), at);
}
