import { isFinal, type SinglePayment, TRANSACTION_STATUS_MACHINE, type TransactionStatus } from '@xs2a/contracts';
import { advance, bankDay, createdAs, currentContext } from '@xs2a/service-kit';
import { decideFunds, NO_FUNDS } from './decide-funds.ts';
import { EXECUTIONS, type Execution } from './execution.ts';
import { nextOccurrence } from './occurrences.ts';
import { PAYMENTS, type Payment, TO_EXECUTE } from './payment.ts';
import type { PaymentsRoom } from './room.ts';
import { type StandingOrder, seriesOf, standingOrderNews } from './standing-order.ts';
import { submission } from './submission.ts';

const BY = 'payments';
const WAITS = { fundsAvailable: 1, checkFundsAt: 1 } as const;
/** Executions of one standing order in one round: a long downtime of a daily one must not hold up the others. */
const OCCURRENCES_MAX = 50;

/**
 * Makes the executions of a standing order that are due, in their order: one that waits for funds holds back those
 * behind it. Each is claimed once, in one transaction with the step to the next one.
 */
export async function executeOccurrences(room: PaymentsRoom, payment: Payment, order: StandingOrder): Promise<void> {
  const open = await room.executions.findOne({ paymentId: payment._id, submitted: false, transactionStatus: 'ACTC' });
  if (open !== null && !(await handOver(room, payment, open))) return;
  const today = bankDay(room.now(), room.profile);
  let current: Payment | null = payment;
  for (let count = 0; count < OCCURRENCES_MAX; count++) {
    if (current.nextOccurrence === undefined || current.executeOn > today) break;
    const claimed = await claim(room, current, order);
    if (claimed === null) return;
    if (!(await handOver(room, claimed.payment, claimed.execution))) return;
    current = claimed.payment;
  }
  await endStandingOrder(room, payment._id);
}

/** Stores the next execution and steps on to the one after it; null where somebody else did, or the order was ended. */
async function claim(
  room: PaymentsRoom,
  payment: Payment,
  order: StandingOrder,
): Promise<{ payment: Payment; execution: Execution } | null> {
  const { _id: paymentId, nextOccurrence: date = '' } = payment;
  const next = nextOccurrence(seriesOf(room.profile, order), date);
  const at = room.now();
  const execution: Execution = {
    _id: crypto.randomUUID(),
    paymentId,
    occurrenceDate: date,
    body: transferOf(order),
    transactionStatus: 'ACTC',
    submitted: false,
    history: [createdAs('ACTC', at, BY, currentContext().requestId)],
    outbox: [],
  };
  return room.database.transaction(async (session) => {
    const moved = await room.payments.findOneAndUpdate(
      { _id: paymentId, nextOccurrence: date, submitted: false, transactionStatus: { $in: [...TO_EXECUTE] } },
      next === undefined
        ? { $unset: { nextOccurrence: 1 } }
        : { $set: { nextOccurrence: next.date, executeOn: next.executeOn } },
      { session, returnDocument: 'after' },
    );
    if (moved === null) return null;
    await room.executions.insertOne(execution, { session });
    return { payment: moved, execution };
  });
}

/** To the bank each execution is a payment of its own. */
function transferOf({ body }: StandingOrder): SinglePayment {
  const {
    startDate: _start,
    endDate: _end,
    executionRule: _rule,
    frequency: _frequency,
    dayOfExecution: _day,
    monthsOfExecution: _months,
    ...transfer
  } = body;
  return transfer;
}

/** Hands an execution to the bank, or rejects it; false where it waits for funds, or somebody else has it in hand. */
async function handOver(room: PaymentsRoom, payment: Payment, execution: Execution): Promise<boolean> {
  const at = room.now();
  if (execution.checkFundsAt !== undefined && execution.checkFundsAt > at) return false;
  const { debtorAccount, instructedAmount } = execution.body;
  const { paymentProduct: product, rejectedWithoutFunds } = payment;
  const { fundsMissingSince } = execution;
  const payer = { product, debtorAccount, instructedAmount, rejectedWithoutFunds, fundsMissingSince };
  const { verdict, set } = await decideFunds(room, payer, at);
  const where = { _id: execution._id, submitted: false, transactionStatus: 'ACTC' as const };
  if (verdict === 'wait') {
    await room.executions.updateOne(where, { $set: set });
    // Told in the status of the standing order, which is left alone until the next check.
    const { fundsAvailable, checkFundsAt } = set;
    await room.payments.updateOne({ _id: payment._id }, { $set: { fundsAvailable, checkFundsAt } });
    return false;
  }
  if (verdict === 'reject') {
    await room.payments.updateOne({ _id: payment._id }, { $unset: WAITS });
    const rejected = { at, by: BY, where: { submitted: false }, set: { ...set, reasonCode: NO_FUNDS } };
    return (await advance(EXECUTIONS, room.executions, execution, 'rejected', rejected)) !== null;
  }
  const outbox = submission(execution._id, { payment, body: execution.body }, at);
  // In one transaction with the standing order: whoever cancels it at this moment is before or after, never between.
  const claimed = await room.database.transaction(async (session) => {
    const going = { _id: payment._id, transactionStatus: { $in: [...TO_EXECUTE] } };
    const { matchedCount } = await room.payments.updateOne(
      going,
      { $set: { executedAt: at }, $unset: WAITS },
      { session },
    );
    if (matchedCount === 0) return null;
    const update = { $set: { ...set, submitted: true }, $push: { outbox } };
    return room.executions.findOneAndUpdate(where, update, { session, returnDocument: 'after' });
  });
  if (claimed !== null) await room.outbox.deliver(EXECUTIONS, claimed);
  return claimed !== null;
}

/** Statuses of executions that moved money; more may follow only from the creditor's bank. */
const EXECUTED: readonly TransactionStatus[] = ['ACSC', 'ACCC', 'ACWP'];

/**
 * Ends a standing order once its last execution is over: ACSC where any of them was made, else RJCT. Until then it stays
 * as it was authorised (field guide 1.2).
 */
export async function endStandingOrder(room: PaymentsRoom, paymentId: string): Promise<void> {
  const payment = await room.payments.findOne({ _id: paymentId, submitted: false, nextOccurrence: { $exists: false } });
  if (payment?.order.paymentService !== 'periodic-payments') return;
  if (!TO_EXECUTE.some((status) => status === payment.transactionStatus)) return;
  const statuses: TransactionStatus[] = await room.executions.distinct('transactionStatus', { paymentId });
  const isOver = (status: TransactionStatus): boolean =>
    EXECUTED.includes(status) || isFinal(TRANSACTION_STATUS_MACHINE, status);
  if (!statuses.every(isOver)) return;
  const at = room.now();
  const wasMade = statuses.some((status) => EXECUTED.includes(status));
  const ended = await advance(PAYMENTS, room.payments, payment, wasMade ? 'settled' : 'rejected', {
    at,
    by: BY,
    set: { submitted: true },
    outbox: [standingOrderNews(payment, payment.order, { active: false, at })],
  });
  if (ended !== null) await room.outbox.deliver(PAYMENTS, ended);
}
