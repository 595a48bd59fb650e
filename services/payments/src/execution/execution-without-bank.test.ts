import {
  checkFunds,
  initiatePayment,
  PeriodicPayment,
  readPaymentStatus,
  reportExecution,
  settlePaymentAuthorisation,
  type TransactionStatus,
} from '@xs2a/contracts';
import { forAllTests } from '@xs2a/test-kit';
import { askForPayment, creation, situationOf, TPP } from '@xs2a/test-system/ask-as-gateway';
import { paymentOrder } from '@xs2a/test-system/data/fixtures';
import { settleAs } from '@xs2a/test-system/settle-as-sca';
import { startServices } from '@xs2a/test-system/start/start-services';
import { describe, expect, it } from 'vitest';

/** No bank is running: the tests answer and report instead. */
const services = forAllTests(() => startServices('sca', 'payments'));

const tpp = { ...TPP, roles: [...TPP.roles] };

const approve = ({ authorisation }: Awaited<ReturnType<typeof askForPayment>>) =>
  settleAs(services, 'payment', authorisation?.authorisationId ?? '', 'psu-private');

const report = (paymentId: string, transactionStatus: Extract<TransactionStatus, 'ACSP' | 'ACSC' | 'ACCC' | 'RJCT'>) =>
  services.bus.ask(reportExecution, { paymentId, transactionStatus });

function statusOf(paymentId: string) {
  const address = { paymentService: 'payments', paymentProduct: 'sepa-credit-transfers' } as const;
  return services.bus.ask(readPaymentStatus, { tpp, ...address, paymentId });
}

describe('a report of the bank', () => {
  it('moves the status forward only, in any order and however often it arrives', async () => {
    const created = await askForPayment(services.bus);
    await approve(created);
    expect(await report(created.paymentId, 'ACSC')).toEqual({ transactionStatus: 'ACSC' });
    expect(await report(created.paymentId, 'ACSP')).toEqual({ transactionStatus: 'ACSC' });
    expect(await report(created.paymentId, 'ACSC')).toEqual({ transactionStatus: 'ACSC' });
    expect(await situationOf(report(created.paymentId, 'RJCT'))).toBe('statusInvalid');
    expect(await report(created.paymentId, 'ACCC')).toEqual({ transactionStatus: 'ACCC' });
  });

  it('is refused for a payment that is not authorised', async () => {
    const { paymentId } = await askForPayment(services.bus);
    expect(await situationOf(report(paymentId, 'ACSC'))).toBe('statusInvalid');
    expect(await situationOf(report(paymentId, 'RJCT'))).toBe('statusInvalid');
    expect(await statusOf(paymentId)).toEqual({ transactionStatus: 'RCVD' });
  });
});

interface Stored {
  _id: string;
  contentHash: string;
  transactionStatus: string;
}

it('a standing order that is cancelled during an execution: an execution not yet submitted is never submitted', async () => {
  services.clock.moveTo('2027-02-01T10:00:00Z');
  // The job itself would check funds besides the two runs below, and the checks are counted.
  await services.running.payments.kit.jobs.stop();
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
  const executeDue = () => services.running.payments.kit.jobs.runNow('executeDuePayments');
  await executeDue();
  await executeDue();
  expect(asked).toBe(1);
  const made = await executions.find({ paymentId }).toArray();
  expect(made.map(({ submitted }) => submitted)).toEqual([false]);
});
