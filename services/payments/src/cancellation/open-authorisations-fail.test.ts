import {
  cancelPayment,
  checkFunds,
  initiatePayment,
  PeriodicPayment,
  putStandingOrder,
  reportExecution,
  startCancellationAuthorisation,
  submitPayment,
} from '@xs2a/contracts';
import { forAllTests, standIn } from '@xs2a/test-kit';
import { askForPayment, creation } from '@xs2a/test-system/ask-as-gateway';
import { paymentOrder } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { authorisationOf, settleAs } from '@xs2a/test-system/settle-as-sca';
import { startServices } from '@xs2a/test-system/start/start-services';
import { beforeAll, describe, expect, it } from 'vitest';

const PSU = 'psu-private';
const PRODUCT = 'sepa-credit-transfers';

/** No bank is running: the tests answer instead. */
const services = forAllTests(() => startServices('sca', 'payments'));
let fundsAvailable = true;
beforeAll(async () => {
  standIn(services.bus, checkFunds, () => ({ fundsAvailable }));
  standIn(services.bus, submitPayment, () => ({ accepted: true as const }));
  standIn(services.bus, putStandingOrder, () => ({ stored: true as const }));
  await services.bus.connection.flush();
  services.clock.moveTo('2027-02-01T10:00:00Z');
});

const executeDue = () => services.running.payments.kit.jobs.runNow('executeDuePayments');
const stored = (collection: string, query: object) =>
  services.database('payments').collection(collection).findOne(query);

/** Starts the authorisation of a cancellation that the bank accepted and the PSU has not approved. */
async function openCancellation(paymentService: 'payments' | 'periodic-payments', paymentId: string): Promise<string> {
  const addressed = { ...creation(), paymentService, paymentProduct: PRODUCT, paymentId } as const;
  await services.bus.ask(cancelPayment, { ...addressed, requestId: crypto.randomUUID() });
  return (await services.bus.ask(startCancellationAuthorisation, addressed)).authorisationId;
}

async function fails(authorisationId: string): Promise<void> {
  await eventually(
    () => authorisationOf(services, authorisationId),
    ({ scaStatus }) => scaStatus === 'failed',
  );
}

describe('open authorisations of a cancellation fail (decision 16)', () => {
  it('when the payment is rejected because funds are missing', async () => {
    const wish = { rejectedWithoutFunds: true };
    const { paymentId, authorisation } = await askForPayment(
      services.bus,
      { requestedExecutionDate: '2027-02-03' },
      wish,
    );
    await settleAs(services, 'payment', authorisation?.authorisationId ?? '', PSU);
    services.clock.moveTo('2027-02-02T20:00:00Z');
    const authorisationId = await openCancellation('payments', paymentId);
    fundsAvailable = false;
    services.clock.moveTo('2027-02-03T08:00:00Z');
    await executeDue();
    fundsAvailable = true;
    expect(await stored('payments', { _id: paymentId as never })).toMatchObject({
      transactionStatus: 'RJCT',
      reasonCode: 'AM04',
    });
    await fails(authorisationId);
  });

  it('when the standing order ends with its last execution', async () => {
    const days = { startDate: '2027-02-04', endDate: '2027-02-04', frequency: 'Daily' };
    const body = PeriodicPayment.parse({ ...paymentOrder(), ...days });
    const order = { paymentService: 'periodic-payments', paymentProduct: PRODUCT, body } as const;
    const { paymentId, authorisation } = await services.bus.ask(initiatePayment, { ...creation(), order });
    await settleAs(services, 'payment', authorisation?.authorisationId ?? '', PSU);
    services.clock.moveTo('2027-02-03T20:00:00Z');
    const authorisationId = await openCancellation('periodic-payments', paymentId);
    services.clock.moveTo('2027-02-04T08:00:00Z');
    await executeDue();
    const execution = await stored('executions', { paymentId });
    await services.bus.ask(reportExecution, { paymentId: String(execution?._id), transactionStatus: 'ACSC' });
    expect(await stored('payments', { _id: paymentId as never })).toMatchObject({ transactionStatus: 'ACSC' });
    await fails(authorisationId);
  });
});
