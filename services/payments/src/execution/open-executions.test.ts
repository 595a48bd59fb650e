import { checkFunds, initiatePayment, PeriodicPayment } from '@xs2a/contracts';
import { standIn } from '@xs2a/test-kit';
import { creation } from '@xs2a/test-system/ask-as-gateway';
import { paymentOrder } from '@xs2a/test-system/data/fixtures';
import { settleAs } from '@xs2a/test-system/settle-as-sca';
import { startServices, type TestServices } from '@xs2a/test-system/start/start-services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** No bank is running: the tests answer in its place. */
let services: TestServices;
let fundsAvailable = true;
beforeAll(async () => {
  services = await startServices('sca', 'payments');
  standIn(services.bus, checkFunds, () => ({ fundsAvailable }));
  await services.bus.connection.flush();
  services.clock.moveTo('2027-02-01T10:00:00Z');
});
afterAll(() => services[Symbol.asyncDispose]());

const executeDue = () => services.running.payments.kit.jobs.runNow('executeDuePayments');
const executions = () => services.database('payments').collection<{ _id: string; paymentId: string }>('executions');

async function monthly(startDate: string): Promise<string> {
  const body = PeriodicPayment.parse({ ...paymentOrder(), startDate, frequency: 'Monthly' });
  const order = { paymentService: 'periodic-payments', paymentProduct: 'sepa-credit-transfers', body } as const;
  const { paymentId, authorisation } = await services.bus.ask(initiatePayment, { ...creation(), order });
  await settleAs(services, 'payment', authorisation?.authorisationId ?? '', 'psu-private');
  return paymentId;
}

describe('an open execution of a monthly standing order', () => {
  it('that waited for funds is submitted once they are there, within fundsWaitDays', async () => {
    const paymentId = await monthly('2027-02-02');
    fundsAvailable = false;
    services.clock.moveTo('2027-02-02T08:00:00Z');
    await executeDue();
    expect(await executions().findOne({ paymentId })).toMatchObject({ transactionStatus: 'ACTC', submitted: false });
    fundsAvailable = true;
    services.clock.moveTo('2027-02-03T08:00:00Z');
    await executeDue();
    expect(await executions().findOne({ paymentId })).toMatchObject({ submitted: true });
  });

  it('without funds is rejected when it has waited fundsWaitDays', async () => {
    const paymentId = await monthly('2027-02-04');
    fundsAvailable = false;
    services.clock.moveTo('2027-02-04T08:00:00Z');
    await executeDue();
    // fundsWaitDays is 2.
    services.clock.moveTo('2027-02-08T08:00:00Z');
    await executeDue();
    expect(await executions().findOne({ paymentId })).toMatchObject({ transactionStatus: 'RJCT', reasonCode: 'AM04' });
  });

  it('left by a process that was killed between claim and submission is submitted by the next run', async () => {
    fundsAvailable = true;
    const paymentId = await monthly('2027-02-09');
    services.clock.moveTo('2027-02-09T08:00:00Z');
    await executeDue();
    // What a process leaves that is killed after it claimed the execution and before it submitted it.
    await executions().updateOne({ paymentId }, { $set: { submitted: false, outbox: [] } });
    services.clock.moveTo('2027-02-10T08:00:00Z');
    await executeDue();
    expect(await executions().findOne({ paymentId })).toMatchObject({ submitted: true });
  });
});
