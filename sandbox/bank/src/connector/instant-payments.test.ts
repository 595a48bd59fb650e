import { concludePayment, type RequestOf, returnPayment, submitPayment } from '@xs2a/contracts';
import { forAllTests } from '@xs2a/test-kit';
import { describe, expect, test } from 'vitest';
import { listen, PRIVATE, payment, startBank, until } from '../../test/test-context.ts';
import { executeOrder } from '../orders/execute-order.ts';
import { acceptOrder } from './submit-payment.ts';

const at = forAllTests(() => startBank());
const sent = forAllTests(() => listen(at.bus));

function instant(secondsLeft = 7): RequestOf<typeof submitPayment> {
  const executeBy = new Date(Date.now() + secondsLeft * 1_000).toISOString();
  return payment({}, { paymentProduct: 'instant-sepa-credit-transfers', executeBy });
}

const conclude = (paymentId: string) => at.bus.ask(concludePayment, { paymentId });
const giveBack = (paymentId: string) => at.bus.ask(returnPayment, { paymentId });

async function balance(): Promise<bigint | undefined> {
  return (await at.context.ledgerAccounts.findOne({ 'customer.reference.iban': PRIVATE, currency: 'EUR' }))?.balance;
}

const reportsOf = (paymentId: string) => sent.reports.filter((report) => report.paymentId === paymentId);

async function execute(request = instant()): Promise<string> {
  const { paymentId } = request;
  await at.bus.ask(submitPayment, request);
  await until(() => reportsOf(paymentId).some(({ transactionStatus }) => transactionStatus === 'ACCC'));
  return paymentId;
}

const REJECTED = { transactionStatus: 'RJCT', reasonCode: 'AB11' };

describe('an instant payment at the bank', () => {
  test('is reported with the time of its execution', async () => {
    const request = instant();
    const report = reportsOf(await execute(request)).find(({ transactionStatus }) => transactionStatus === 'ACCC');
    expect(Date.parse(report?.executedAt ?? '')).toBeLessThan(Date.parse(request.executeBy ?? ''));
  });

  test('that arrives when its time is over is rejected', async () => {
    const before = await balance();
    const request = instant(-1);
    await at.bus.ask(submitPayment, request);
    await until(() => reportsOf(request.paymentId).some(({ reasonCode }) => reasonCode === 'AB11'));
    expect(await balance()).toBe(before);
  });
});

describe('asked for its decision on an instant payment', () => {
  test('the bank answers with the execution, or the reason of the rejection', async () => {
    expect(await conclude(await execute())).toEqual({ transactionStatus: 'ACCC' });
    const poor = instant();
    poor.body.instructedAmount.amount = '99999999.00';
    await at.bus.ask(submitPayment, poor);
    await until(() => reportsOf(poor.paymentId).some(({ transactionStatus }) => transactionStatus === 'RJCT'));
    expect(await conclude(poor.paymentId)).toEqual({ transactionStatus: 'RJCT', reasonCode: 'AM04' });
  });

  test('the bank rejects what it has not executed, for good, and what has not arrived', async () => {
    const before = await balance();
    const order = await acceptOrder(at.context, instant());
    if (order === null) throw new Error('the order was there before');
    expect(await conclude(order._id)).toEqual(REJECTED);
    await executeOrder(at.context, order);
    expect([await conclude(order._id), await balance()]).toEqual([REJECTED, before]);
    expect(await conclude(crypto.randomUUID())).toEqual(REJECTED);
  });

  test('at the moment of its execution, the bank decides one of both', async () => {
    for (let round = 0; round < 5; round++) {
      const before = await balance();
      const order = await acceptOrder(at.context, instant());
      if (order === null) throw new Error('the order was there before');
      const [{ transactionStatus }] = await Promise.all([conclude(order._id), executeOrder(at.context, order)]);
      expect((await balance()) === before).toBe(transactionStatus === 'RJCT');
    }
  });
});

describe('told to return an instant payment', () => {
  test('the bank credits the debtor once, and the statement shows it', async () => {
    const before = await balance();
    const paymentId = await execute();
    const answers = await Promise.all([giveBack(paymentId), giveBack(paymentId), giveBack(paymentId)]);
    expect(answers).toEqual(answers.map(() => ({ returned: true })));
    expect(await balance()).toBe(before);
    const credit = () => sent.transactions.flatMap(({ transactions }) => transactions);
    await until(() => credit().some(({ bankReference }) => bankReference === `${paymentId}-R`));
    expect(credit().find(({ bankReference }) => bankReference === `${paymentId}-R`)).toMatchObject({
      transactionAmount: { currency: 'EUR', amount: '12.34' },
      bankTransactionCode: 'PMNT-IRCT-RRTN',
    });
  });

  test('the bank never executes what it has not executed yet, and answers that there was nothing to return', async () => {
    const before = await balance();
    const order = await acceptOrder(at.context, instant());
    if (order === null) throw new Error('the order was there before');
    expect(await giveBack(order._id)).toEqual({ returned: false });
    await executeOrder(at.context, order);
    expect([await giveBack(order._id), await balance()]).toEqual([{ returned: false }, before]);
    expect(await giveBack(crypto.randomUUID())).toEqual({ returned: false });
  });
});
