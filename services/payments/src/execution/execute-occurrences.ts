import type { SinglePayment } from '@xs2a/contracts';
import { bankDay, createdEntry, currentContext, isStopping } from '@xs2a/service-kit';
import { nextOccurrence } from '../calendar/occurrences.ts';
import type { PaymentsContext } from '../context.ts';
import type { Execution } from '../model/execution.ts';
import { AWAITING_EXECUTION, type Payment } from '../model/payment.ts';
import { isTimeOfExecution, occurrenceSeries, type StandingOrder } from '../orders/occurrence-series.ts';
import { endStandingOrder } from './end-standing-order.ts';
import { submitExecution } from './submit-execution.ts';

/** Maximum number of executions of one standing order per run: after a long downtime, a daily one must not delay the others. */
const OCCURRENCES_MAX = 50;

interface Claimed {
  readonly payment: Payment;
  readonly execution: Execution;
}

/**
 * Makes the due executions of a standing order in order: one that waits for funds delays the following ones. Each is claimed
 * exactly once, in the transaction that moves the standing order on to its next occurrence.
 */
export async function executeOccurrences(
  context: PaymentsContext,
  payment: Payment,
  order: StandingOrder,
): Promise<void> {
  const open = await context.executions.findOne({
    paymentId: payment._id,
    submitted: false,
    transactionStatus: 'ACTC',
  });
  if (open !== null && !(await submitExecution(context, payment, open))) return;
  const today = bankDay(context.now(), context.profile);
  let current = payment;
  for (let count = 0; count < OCCURRENCES_MAX; count++) {
    const { nextOccurrence: date, executeOn } = current;
    if (date === undefined || executeOn > today || isStopping()) break;
    if (executeOn === today && !isTimeOfExecution(context.profile, order, context.now())) break;
    const claimed = await claim(context, current, order, date);
    if (claimed === null || !(await submitExecution(context, claimed.payment, claimed.execution))) return;
    current = claimed.payment;
  }
  if (current.nextOccurrence !== undefined) return;
  await endStandingOrder(context, payment._id);
  // For a last execution that was rejected while earlier ones are at the bank, or that an earlier version submitted.
  await context.payments.updateOne({ _id: payment._id, submitted: false }, { $set: { lastSubmitted: true } });
}

/** Stores an execution and moves on to the next occurrence. Returns null if another replica did, or the order has ended. */
async function claim(
  { database, payments, executions, profile, now }: PaymentsContext,
  { _id: paymentId }: Payment,
  order: StandingOrder,
  date: string,
): Promise<Claimed | null> {
  const next = nextOccurrence(occurrenceSeries(profile, order), date);
  const execution: Execution = {
    _id: crypto.randomUUID(),
    paymentId,
    occurrenceDate: date,
    body: transferOf(order),
    transactionStatus: 'ACTC',
    submitted: false,
    history: [createdEntry('ACTC', now(), 'payments', currentContext().requestId)],
    outbox: [],
  };
  return database.transaction(async (session) => {
    const payment = await payments.findOneAndUpdate(
      { _id: paymentId, nextOccurrence: date, submitted: false, transactionStatus: { $in: [...AWAITING_EXECUTION] } },
      next === undefined
        ? { $unset: { nextOccurrence: 1 } }
        : { $set: { nextOccurrence: next.date, executeOn: next.executeOn } },
      { session, returnDocument: 'after' },
    );
    if (payment === null) return null;
    await executions.insertOne(execution, { session });
    return { payment, execution };
  });
}

/** Returns the single payment that an execution is for the bank. */
function transferOf({ body }: StandingOrder): SinglePayment {
  const {
    startDate: _start,
    startDateTime: _startTime,
    endDate: _end,
    endDateTime: _endTime,
    executionRule: _rule,
    frequency: _frequency,
    dayOfExecution: _day,
    monthsOfExecution: _months,
    ...transfer
  } = body;
  return transfer;
}
