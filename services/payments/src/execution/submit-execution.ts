import { advance } from '@xs2a/service-kit';
import type { PaymentsContext } from '../context.ts';
import { EXECUTIONS, type Execution } from '../model/execution.ts';
import { AWAITING_EXECUTION, type Payment } from '../model/payment.ts';
import { createSubmission } from './bank-messages.ts';
import { checkFunds } from './check-funds.ts';
import { planExecution } from './execution-plan.ts';

const UNSET_FUNDS_CHECK = { fundsAvailable: 1, checkFundsAt: 1 } as const;

/**
 * Submits an execution of a standing order to the bank, or rejects it. Returns false if it waits for funds, or if another writer
 * changed it.
 */
export async function submitExecution(
  context: PaymentsContext,
  payment: Payment,
  execution: Execution,
): Promise<boolean> {
  const at = context.now();
  if (execution.checkFundsAt !== undefined && execution.checkFundsAt > at) return false;
  const { paymentProduct: product, rejectedWithoutFunds } = payment;
  const { occurrenceDate: requested, transactionStatus, fundsMissingSince, body } = execution;
  const due = { product, requested, transactionStatus, rejectedWithoutFunds, fundsMissingSince };
  const plan = planExecution(context.profile, due, await checkFunds(context, body), at);
  const { _id } = payment;
  const move = { at, by: 'payments', where: { submitted: false }, set: plan.set };
  if (plan.verdict !== 'submit') {
    // Shown in the status of the standing order, which is not processed again before the next check.
    const { fundsAvailable } = plan.set;
    const shown =
      plan.verdict === 'wait'
        ? { $set: { fundsAvailable, checkFundsAt: plan.set.checkFundsAt } }
        : { $unset: UNSET_FUNDS_CHECK };
    const moved = await context.database.transaction(async (session) => {
      const written = await advance(EXECUTIONS, context.executions, execution, plan.events, { ...move, session });
      if (written !== null) await context.payments.updateOne({ _id }, shown, { session });
      return written;
    });
    return moved !== null && plan.verdict === 'reject';
  }
  const outbox = [createSubmission(execution._id, { payment, body, decideBy: plan.set.decideBy }, at)];
  // Both documents change in one transaction, so that a cancellation of the standing order comes either before or after it.
  const submitted = await context.database.transaction(async (session) => {
    const { matchedCount } = await context.payments.updateOne(
      { _id, transactionStatus: { $in: [...AWAITING_EXECUTION] } },
      {
        $set: { executedAt: at, ...(payment.nextOccurrence === undefined && { lastSubmitted: true }) },
        $unset: UNSET_FUNDS_CHECK,
      },
      { session },
    );
    if (matchedCount === 0) return null;
    return advance(EXECUTIONS, context.executions, execution, plan.events, { ...move, outbox, session });
  });
  if (submitted !== null) await context.outbox.deliver(EXECUTIONS, submitted);
  return submitted !== null;
}
