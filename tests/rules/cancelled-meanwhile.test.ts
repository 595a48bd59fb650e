import { checkFunds, initiatePayment, PeriodicPayment, settlePaymentAuthorisation } from '@xs2a/contracts';
import { JOBS, type Jobs } from '@xs2a/service-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { creation } from '../system/ask-as-gateway.ts';
import { paymentOrder } from '../system/orders.ts';
import { type Rooms, runRooms } from '../system/run-rooms.ts';

/** No bank here: this test answers for it, and does so at the worst moment. */
let rooms: Rooms;
beforeAll(async () => {
  rooms = await runRooms('sca', 'payments');
  rooms.clock.moveTo('2027-02-01T10:00:00Z');
  // Its own rounds, every ten seconds, would ask beside the two below: executing twice is not at stake, counting is.
  await rooms.services.payments.get<Jobs>(JOBS).stop();
});
afterAll(() => rooms[Symbol.asyncDispose]());

interface Stored {
  _id: string;
  contentHash: string;
  transactionStatus: string;
}

it('a standing order cancelled while an execution is being made: what was not handed over never is', async () => {
  const payments = rooms.database('payments').collection<Stored>('payments');
  const executions = rooms.database('payments').collection<{ paymentId: string; submitted: boolean }>('executions');
  const paymentProduct = 'sepa-credit-transfers';
  const body = PeriodicPayment.parse({ ...paymentOrder(), startDate: '2027-02-02', frequency: 'Daily' });
  const order = { paymentService: 'periodic-payments', paymentProduct, body } as const;
  const created = await rooms.bus.ask(initiatePayment, { ...creation(), order });
  const { paymentId } = created;
  await rooms.bus.ask(settlePaymentAuthorisation, {
    authorisationId: created.authorisation?.authorisationId ?? '',
    parent: { kind: 'payment', id: paymentId, paymentService: 'periodic-payments', paymentProduct },
    outcome: 'finalised',
    contentHash: (await payments.findOne({ _id: paymentId }))?.contentHash ?? '',
    psu: { psuId: 'psu-private', name: 'Ana Horvat' },
  });

  let asked = 0;
  rooms.bus.connection.subscribe(checkFunds.subject, {
    callback: (_, message) => {
      asked++;
      const cancelled = payments.updateOne({ _id: paymentId }, { $set: { transactionStatus: 'CANC' } });
      void cancelled.then(() => message.respond(JSON.stringify({ fundsAvailable: true })));
    },
  });
  await rooms.bus.connection.flush();
  rooms.clock.moveTo('2027-02-04T10:00:00Z');
  const executeDue = () => rooms.services.payments.get<Jobs>(JOBS).runNow('executeDuePayments');
  await executeDue();
  await executeDue();
  expect(asked).toBe(1);
  const made = await executions.find({ paymentId }).toArray();
  expect(made.map(({ submitted }) => submitted)).toEqual([false]);
});
