import { submitPayment, withdrawPayment } from '@xs2a/contracts';
import { forAllTests } from '@xs2a/test-kit';
import { describe, expect, test } from 'vitest';
import { listen, PRIVATE, payment, startBank, until } from '../../test/test-context.ts';
import { executeOrder } from '../orders/execute-order.ts';
import { resumeOrders } from '../orders/resume-orders.ts';
import { acceptOrder } from './submit-payment.ts';

const at = forAllTests(() => startBank());
const sent = forAllTests(() => listen(at.bus));

const withdraw = (paymentId: string) => at.bus.ask(withdrawPayment, { paymentId });

async function balance(): Promise<bigint | undefined> {
  return (await at.context.ledgerAccounts.findOne({ 'customer.reference.iban': PRIVATE, currency: 'EUR' }))?.balance;
}

const reportsOf = (paymentId: string) =>
  sent.reports.filter((report) => report.paymentId === paymentId).map(({ transactionStatus }) => transactionStatus);

describe('stopping a payment that was handed over', () => {
  test('works until it is executed, again too: no money moves, and the end is reported', async () => {
    const before = await balance();
    const request = payment();
    await acceptOrder(at.context, request);
    expect(await withdraw(request.paymentId)).toEqual({ withdrawn: true });
    expect(await withdraw(request.paymentId)).toEqual({ withdrawn: true });
    await resumeOrders(at.context, 0);
    await at.bus.ask(submitPayment, request);
    await until(() => reportsOf(request.paymentId).includes('CANC'));
    expect([await balance(), reportsOf(request.paymentId).includes('ACSC')]).toEqual([before, false]);
  });

  test('is too late once it is executed, and nothing can be stopped that is not here', async () => {
    const request = payment();
    await at.bus.ask(submitPayment, request);
    await until(() => reportsOf(request.paymentId).includes('ACSC'));
    expect(await withdraw(request.paymentId)).toEqual({ withdrawn: false });
    expect(await withdraw('unknown')).toEqual({ withdrawn: false });
  });

  test('or executing it: one of the two happens', async () => {
    for (let round = 0; round < 5; round++) {
      const before = await balance();
      const order = await acceptOrder(at.context, payment());
      if (order === null) throw new Error('the order was there before');
      const [{ withdrawn }] = await Promise.all([withdraw(order._id), executeOrder(at.context, order)]);
      expect((await balance()) === before).toBe(withdrawn);
    }
  });
});
