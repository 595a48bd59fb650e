import { checkFunds, initiatePayment, PeriodicPayment, settlePaymentAuthorisation } from '@xs2a/contracts';
import { JOBS, type Jobs } from '@xs2a/service-kit';
import { creation } from '@xs2a/test-system/ask-as-gateway';
import { paymentOrder } from '@xs2a/test-system/fixtures';
import { startServices, type TestServices } from '@xs2a/test-system/start-services';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** No bank here: this test answers for it, and does so at the worst moment. */
let services: TestServices;
beforeAll(async () => {
  services = await startServices('sca', 'payments');
  services.clock.moveTo('2027-02-01T10:00:00Z');
  // Its own rounds, every ten seconds, would ask beside the two below: executing twice is not at stake, counting is.
  await services.running.payments.get<Jobs>(JOBS).stop();
});
afterAll(() => services[Symbol.asyncDispose]());

interface Stored {
  _id: string;
  contentHash: string;
  transactionStatus: string;
}

it('a standing order cancelled while an execution is being made: what was not handed over never is', async () => {
  const payments = services.database('payments').collection<Stored>('payments');
  const executions = services.database('payments').collection<{ paymentId: string; submitted: boolean }>('executions');
  const paymentProduct = 'sepa-credit-transfers';
  const body = PeriodicPayment.parse({ ...paymentOrder(), startDate: '2027-02-02', frequency: 'Daily' });
  const order = { paymentService: 'periodic-payments', paymentProduct, body } as const;
  const created = await services.bus.ask(initiatePayment, { ...creation(), order });
  const { paymentId } = created;
  await services.bus.ask(settlePaymentAuthorisation, {
    authorisationId: created.authorisation?.authorisationId ?? '',
    parent: { kind: 'payment', id: paymentId, paymentService: 'periodic-payments', paymentProduct },
    outcome: 'finalised',
    contentHash: (await payments.findOne({ _id: paymentId }))?.contentHash ?? '',
    psu: { psuId: 'psu-private', name: 'Ana Horvat' },
  });

  let asked = 0;
  services.bus.connection.subscribe(checkFunds.subject, {
    callback: (_, message) => {
      asked++;
      const cancelled = payments.updateOne({ _id: paymentId }, { $set: { transactionStatus: 'CANC' } });
      void cancelled.then(() => message.respond(JSON.stringify({ fundsAvailable: true })));
    },
  });
  await services.bus.connection.flush();
  services.clock.moveTo('2027-02-04T10:00:00Z');
  const executeDue = () => services.running.payments.get<Jobs>(JOBS).runNow('executeDuePayments');
  await executeDue();
  await executeDue();
  expect(asked).toBe(1);
  const made = await executions.find({ paymentId }).toArray();
  expect(made.map(({ submitted }) => submitted)).toEqual([false]);
});
