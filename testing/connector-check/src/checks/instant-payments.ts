import { concludePayment, type RequestInputOf, returnPayment, submitPayment } from '@xs2a/contracts';
import type { Check } from '../check.ts';
import { demand } from '../fault.ts';
import type { Session } from '../session.ts';
import { executedOnce } from './booked-once.ts';

const PARTS = ['instantPayments'] as const;

/** Checks that the bank decides instant payments in time and for good. */
export const INSTANT_CHECKS: readonly Check[] = [
  {
    id: 'instant.executed',
    rule: 'an instant payment is executed before its deadline, and the reply of bank.concludePayment confirms it',
    source: 'bank.submitPayment, bank.concludePayment',
    parts: PARTS,
    run: async (session) => {
      const payment = instant(session, 7);
      await session.ask(submitPayment, payment);
      await executedOnce(session, payment);
      const { transactionStatus } = await session.ask(concludePayment, payment);
      demand(transactionStatus === 'ACCC' || transactionStatus === 'ACSC', `asked, it is ${transactionStatus}`);
      const executed = session.xs2a.reportsOf(payment.paymentId).find(({ executedAt }) => executedAt !== undefined);
      demand(executed !== undefined, 'no report has executedAt');
      demand((executed.executedAt ?? '') < payment.executeBy, `executed at ${executed.executedAt}`);
    },
  },
  {
    id: 'instant.too-late',
    rule: 'an instant payment that arrives after its deadline is reported RJCT, and stays so',
    source: 'bank.submitPayment, bank.concludePayment',
    parts: PARTS,
    run: async (session) => {
      const payment = instant(session, -5);
      const before = await session.ask(concludePayment, payment);
      demand(before.transactionStatus === 'RJCT', `before it arrives, it is ${before.transactionStatus}`);
      await session.ask(submitPayment, payment);
      const { status } = await session.end(payment.paymentId);
      demand(status === 'RJCT', `it ended ${status}`);
      demand(session.debits(payment.body.endToEndIdentification).length === 0, 'it was booked');
    },
  },
  {
    id: 'instant.concluded',
    rule: 'execution and bank.concludePayment exclude each other; the first wins',
    source: 'bank.concludePayment',
    parts: PARTS,
    run: async (session) => {
      const payment = instant(session, 7);
      await session.ask(submitPayment, payment);
      const { transactionStatus } = await session.ask(concludePayment, payment);
      const { status } = await session.end(payment.paymentId);
      demand(status === transactionStatus, `it ended ${status}, and ${transactionStatus} was answered`);
      return `it ended ${status}`;
    },
  },
  {
    id: 'instant.returned',
    rule: 'an executed instant payment is returned once, and an unknown one is not',
    source: 'bank.returnPayment',
    parts: PARTS,
    run: async (session) => {
      const unknown = await session.ask(returnPayment, { paymentId: crypto.randomUUID() });
      demand(!unknown.returned, 'an unknown payment is returned');
      const payment = instant(session, 7);
      await session.ask(submitPayment, payment);
      await executedOnce(session, payment);
      const first = await session.ask(returnPayment, payment);
      const again = await session.ask(returnPayment, payment);
      demand(first.returned && again.returned, `it is ${first.returned}, and again ${again.returned}`);
      const credits = session.credits(payment.body.endToEndIdentification);
      const { feedSeconds } = session.facts;
      demand(
        (await session.until(() => credits().length > 0 || undefined, feedSeconds)) === true,
        'no credit was told',
      );
      demand(credits().length === 1, `it was credited ${credits().length} times`);
    },
  },
];

function instant(session: Session, secondsLeft: number): RequestInputOf<typeof submitPayment> & { executeBy: string } {
  const executeBy = new Date(Date.now() + secondsLeft * 1_000).toISOString();
  return { ...session.payment(), paymentProduct: 'instant-sepa-credit-transfers', executeBy };
}
