import {
  checkFunds,
  EXECUTION_EVENTS,
  putStandingOrder,
  type ReplyOf,
  type RequestInputOf,
  routeBetween,
  submitBulkPayment,
  submitPayment,
  TRANSACTION_STATUS_MACHINE,
  withdrawPayment,
} from '@xs2a/contracts';
import { type Check } from '../check.ts';
import { demand } from '../fault.ts';
import type { Session } from '../session.ts';
import { bookedOnce, executedOnce } from './booked-once.ts';
import { bulkMessage } from './bulk-message.ts';
import { INSTANT_CHECKS } from './instant-payments.ts';

type Submission = RequestInputOf<typeof submitPayment>;

const HUGE = '99999999999.99';
const AT_ONCE = 6;
const PAYING = ['payments', 'standingOrders'] as const;

/** Checks of funds, and that each submitted payment is executed once. */
export const PAYMENT_CHECKS: readonly Check[] = [
  {
    id: 'funds.answered',
    rule: 'a small amount is available, a huge one is not, and the request reserves nothing',
    source: 'bank.checkFunds',
    parts: ['fundsConfirmation', 'payments', 'standingOrders', 'bulkPayments'],
    run: async (session) => {
      const { psu, amount } = session.facts;
      const ask = (instructedAmount: typeof amount): Promise<ReplyOf<typeof checkFunds>> =>
        session.ask(checkFunds, { account: psu.account, instructedAmount });
      demand((await ask(amount)).fundsAvailable, 'the amount of the facts is not available');
      demand(!(await ask({ ...amount, amount: HUGE })).fundsAvailable, `${HUGE} is available`);
      demand((await ask(amount)).fundsAvailable, 'asked again it is not available any more');
    },
  },
  {
    id: 'funds.account-unknown',
    rule: 'an unknown account has no funds, with the reason AC01',
    source: 'bank.checkFunds',
    parts: ['fundsConfirmation', 'payments', 'standingOrders', 'bulkPayments'],
    run: async (session) => {
      const { unknownIban, amount } = session.facts;
      const answer = await session.ask(checkFunds, { account: { iban: unknownIban }, instructedAmount: amount });
      demand(!answer.fundsAvailable && answer.reasonCode === 'AC01', JSON.stringify(answer));
    },
  },
  {
    id: 'payment.executed',
    rule: 'a payment is accepted, executed, reported, and in the feed as a booked debit',
    source: 'bank.submitPayment, payments.reportExecution',
    parts: PAYING,
    run: async (session) => {
      const payment = session.payment();
      await session.ask(submitPayment, payment);
      await executedOnce(session, payment);
    },
  },
  {
    id: 'payment.once',
    rule: 'a payment submitted again after its execution is accepted, and not executed again',
    source: 'bank.submitPayment',
    parts: PAYING,
    run: async (session) => {
      const payment = session.payment();
      await session.ask(submitPayment, payment);
      await executedOnce(session, payment);
      await session.ask(submitPayment, payment);
      await executedOnce(session, payment);
    },
  },
  {
    id: 'payment.once-at-once',
    rule: `a payment submitted ${AT_ONCE} times in parallel is executed once`,
    source: 'bank.submitPayment',
    parts: PAYING,
    run: async (session) => {
      const payment = session.payment();
      await Promise.all(Array.from({ length: AT_ONCE }, () => session.ask(submitPayment, payment)));
      await executedOnce(session, payment);
    },
  },
  {
    id: 'payment.forward',
    rule: 'the reported status of a payment only moves forward',
    source: 'payments.reportExecution, decision 15',
    parts: PAYING,
    run: async (session) => {
      const payment = session.payment();
      await session.ask(submitPayment, payment);
      await session.end(payment.paymentId);
      const statuses = session.xs2a.reportsOf(payment.paymentId).map(({ transactionStatus }) => transactionStatus);
      for (const [at, status] of statuses.entries()) {
        const before = statuses[at - 1] ?? 'ACCP';
        const forward = routeBetween(TRANSACTION_STATUS_MACHINE, before, status, EXECUTION_EVENTS);
        demand(before === status || forward !== undefined, `${before} was followed by ${status}`);
      }
      return statuses.join(', ');
    },
  },
  {
    id: 'payment.malformed',
    rule: 'a payment without an amount is refused, and has no effect',
    source: 'Errors',
    parts: PAYING,
    run: async (session) => {
      const payment = session.payment();
      const { instructedAmount: _, ...body } = payment.body;
      const { refusal } = await session.refusal(submitPayment, { ...payment, body });
      demand(refusal === 'fieldInvalid', `it is refused as ${refusal}`);
      demand(session.xs2a.reportsOf(payment.paymentId).length === 0, 'it was reported');
    },
  },
  {
    id: 'payment.account-unknown',
    rule: 'a payment from an unknown account is accepted and reported RJCT, AC01',
    source: 'bank.submitPayment',
    parts: PAYING,
    run: (session) =>
      rejected(session, session.payment({ debtorAccount: { iban: session.facts.unknownIban } }), 'AC01'),
  },
  {
    id: 'payment.no-funds',
    rule: 'a payment without funds is accepted and reported RJCT, AM04',
    source: 'bank.submitPayment',
    parts: PAYING,
    run: (session) => {
      const { currency } = session.facts.amount;
      return rejected(session, session.payment({ instructedAmount: { currency, amount: HUGE } }), 'AM04');
    },
  },
  {
    id: 'payment.other-psu',
    rule: 'a PSU without rights to the account cannot debit it, regardless of the request',
    source: 'bank.submitPayment',
    parts: PAYING,
    lacks: ({ otherPsu }) => (otherPsu === undefined ? 'otherPsu' : undefined),
    run: (session) => rejected(session, { ...session.payment(), psuId: session.facts.otherPsu ?? '' }),
  },
  {
    id: 'payment.withdrawn',
    rule: 'an unknown or executed payment is not withdrawn; a withdrawn one is never executed',
    source: 'bank.withdrawPayment',
    parts: [...PAYING, 'bulkPayments'],
    run: async (session) => {
      const unknown = await session.ask(withdrawPayment, { paymentId: crypto.randomUUID() });
      demand(!unknown.withdrawn, 'an unknown payment is withdrawn');
      const payment = session.payment();
      await session.ask(submitPayment, payment);
      const { withdrawn } = await session.ask(withdrawPayment, payment);
      const { status } = await session.end(payment.paymentId);
      demand(withdrawn === (status === 'CANC'), `withdrawn is ${withdrawn}, and it ended ${status}`);
      const again = await session.ask(withdrawPayment, payment);
      demand(again.withdrawn === withdrawn, `asked again it is ${again.withdrawn}`);
      return `it ended ${status}`;
    },
  },
  ...INSTANT_CHECKS,
  {
    id: 'payment.report-repeated',
    rule: 'a report without an acknowledgement is sent again',
    source: 'Delivery',
    parts: PAYING,
    run: async (session) => {
      const putOff = session.xs2a.putOff.find(({ subject }) => subject === 'payments.reportExecution');
      demand(putOff !== undefined, 'no report was told at all');
      const again = await session.until(
        () => session.xs2a.told.find(({ at, text }) => at > putOff.at && text === putOff.text),
        session.facts.executionSeconds,
      );
      demand(again !== undefined, `not within ${session.facts.executionSeconds} s`);
      return `after ${again.at - putOff.at} ms`;
    },
  },
  {
    id: 'standing-order.ended',
    rule: 'an ended standing order stays ended, whatever the order of its messages',
    source: 'bank.putStandingOrder, accounts.putStandingOrders',
    parts: ['standingOrders'],
    run: async (session) => {
      const { paymentId, psuId, body } = session.payment();
      const creditorName = `Check ${paymentId.slice(0, 8)}`;
      const timing = { startDate: '2099-01-01', frequency: 'Monthly' } as const;
      const order = { paymentId, psuId, body: { ...body, ...timing, creditorName } };
      const isListed = (): boolean | undefined =>
        session.xs2a.standingOrders.at(-1)?.standingOrders.some((known) => known.creditorName === creditorName);
      await session.ask(putStandingOrder, { ...order, active: true });
      const { feedSeconds } = session.facts;
      demand((await session.until(() => isListed() || undefined, feedSeconds)) === true, 'it is not in the feed');
      await session.ask(putStandingOrder, { ...order, active: false });
      await session.ask(putStandingOrder, { ...order, active: true });
      const gone = await session.until(() => (isListed() === false ? true : undefined), feedSeconds);
      demand(gone === true, 'it is still in the feed');
    },
  },
  {
    id: 'bulk.executed-once',
    rule: 'the transfers of a pain.001 message are executed once, however often it is submitted',
    source: 'bank.submitBulkPayment',
    parts: ['bulkPayments'],
    lacks: ({ psu }) => (psu.account.iban === undefined ? 'psu.account.iban' : undefined),
    run: async (session) => {
      const { message: xml, references } = bulkMessage(session.facts);
      const { psuId } = session.facts.psu;
      const bulk = { paymentId: crypto.randomUUID(), paymentProduct: 'pain.001-credit-transfers', psuId, xml } as const;
      await Promise.all([session.ask(submitBulkPayment, bulk), session.ask(submitBulkPayment, bulk)]);
      const { status } = await session.end(bulk.paymentId);
      demand(status === 'ACSC' || status === 'ACCC', `it ended ${status}`);
      await session.ask(submitBulkPayment, bulk);
      for (const reference of references) await bookedOnce(session, reference);
    },
  },
];

async function rejected(session: Session, payment: Submission, reason?: string): Promise<string> {
  await session.ask(submitPayment, payment);
  const { status, reasonCode } = await session.end(payment.paymentId);
  demand(status === 'RJCT', `it ended ${status}`);
  demand(reasonCode !== undefined, 'no reason was reported');
  demand(reason === undefined || reasonCode === reason, `the reason is ${reasonCode}`);
  demand(session.debits(payment.body.endToEndIdentification).length === 0, 'it was booked');
  return reasonCode;
}
