import { checkFunds, initiatePayment, PeriodicPayment } from '@xs2a/contracts';
import { CONTEXT, newTraceparent, runInContext } from '@xs2a/service-kit';
import { forAllTests, standIn } from '@xs2a/test-kit';
import { askForPayment, creation } from '@xs2a/test-system/ask-as-gateway';
import { paymentOrder } from '@xs2a/test-system/data/fixtures';
import { settleAs } from '@xs2a/test-system/settle-as-sca';
import { startServices } from '@xs2a/test-system/start/start-services';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PaymentsContext } from '../context.ts';
import { executeDuePayments } from './execute-due-payments.ts';
import { submitExecution } from './submit-execution.ts';

/** No bank is running: the tests answer instead. */
const services = forAllTests(() => startServices('sca', 'payments'));
let fundsAvailable = true;
let bank: ReturnType<typeof standIn>;
beforeAll(async () => {
  bank = standIn(services.bus, checkFunds, () => ({ fundsAvailable }));
  await services.bus.connection.flush();
  services.clock.moveTo('2027-02-01T10:00:00Z');
});

const executeDue = () => services.running.payments.kit.jobs.runNow('executeDuePayments');
const executions = () => services.database('payments').collection<{ _id: string; paymentId: string }>('executions');

const approve = ({ authorisation }: Awaited<ReturnType<typeof askForPayment>>) =>
  settleAs(services, 'payment', authorisation?.authorisationId ?? '', 'psu-private');

async function standingOrder(change: object): Promise<string> {
  const body = PeriodicPayment.parse({ ...paymentOrder(), frequency: 'Monthly', ...change });
  const order = { paymentService: 'periodic-payments', paymentProduct: 'sepa-credit-transfers', body } as const;
  const created = await services.bus.ask(initiatePayment, { ...creation(), order });
  await approve(created);
  return created.paymentId;
}
const monthly = (startDate: string) => standingOrder({ startDate });

describe('an open execution of a monthly standing order', () => {
  it('that waited for funds is submitted once they are available, within fundsWaitDays', async () => {
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
    const paymentId = await monthly('2027-02-09');
    fundsAvailable = false;
    services.clock.moveTo('2027-02-09T08:00:00Z');
    await executeDue();
    // fundsWaitDays is 2.
    services.clock.moveTo('2027-02-12T08:00:00Z');
    await executeDue();
    expect(await executions().findOne({ paymentId })).toMatchObject({ transactionStatus: 'RJCT', reasonCode: 'AM04' });
  });

  it('left by a process that was killed between claim and submission is submitted by the next run', async () => {
    fundsAvailable = true;
    const paymentId = await monthly('2027-02-15');
    services.clock.moveTo('2027-02-15T08:00:00Z');
    await executeDue();
    // State after a kill between claiming the execution and submitting it.
    await executions().updateOne({ paymentId }, { $set: { submitted: false, outbox: [] } });
    services.clock.moveTo('2027-02-16T08:00:00Z');
    await executeDue();
    expect(await executions().findOne({ paymentId })).toMatchObject({ submitted: true });
  });

  it('with a late funds check does not show it in the status once another replica has submitted it', async () => {
    const paymentId = await monthly('2027-02-17');
    fundsAvailable = false;
    services.clock.moveTo('2027-02-17T08:00:00Z');
    await executeDue();
    const context = services.running.payments.get<PaymentsContext>(CONTEXT);
    const stale = await context.executions.findOne({ paymentId });
    fundsAvailable = true;
    services.clock.forward({ minutes: 10 });
    await executeDue();
    fundsAvailable = false;
    const payment = await context.payments.findOne({ _id: paymentId });
    if (payment === null || stale === null) throw new Error('is not there');
    expect(await submitExecution(context, payment, stale)).toBe(false);
    expect(await context.payments.findOne({ _id: paymentId })).not.toHaveProperty('fundsAvailable');
  });
});

describe('a payment that is due', () => {
  type Stored = { _id: string; requestId: string; psuId?: string; lastSubmitted?: boolean };
  const payments = () => services.database('payments').collection<Stored>('payments');

  async function authorised(requestedExecutionDate: string): Promise<Stored> {
    const created = await askForPayment(services.bus, { requestedExecutionDate });
    await approve(created);
    return (await payments().findOne({ _id: created.paymentId })) as Stored;
  }

  /** As many payments as one run executes. */
  const many = (): string[] => Array.from({ length: 500 }, () => crypto.randomUUID());
  const storeAs = (stored: Omit<Stored, '_id'>, ids: readonly string[]) =>
    payments().insertMany(ids.map((_id) => ({ ...stored, _id, requestId: _id })));

  it('and waits for funds keeps waiting if the bank is unavailable at one of the checks', async () => {
    fundsAvailable = false;
    const { _id } = await authorised('2027-02-22');
    services.clock.moveTo('2027-02-22T08:00:00Z');
    await executeDue();
    await bank.drain();
    // Ten minutes of the two days (fundsWaitDays) have passed.
    services.clock.forward({ minutes: 10 });
    await executeDue();
    expect(await payments().findOne({ _id })).toMatchObject({ submitted: false, transactionStatus: 'ACCP' });
    bank = standIn(services.bus, checkFunds, () => ({ fundsAvailable }));
    await services.bus.connection.flush();
    fundsAvailable = true;
    services.clock.forward({ minutes: 10 });
    await executeDue();
    expect(await payments().findOne({ _id })).toMatchObject({ submitted: true });
  });

  it('is left to the next run if the service is shutting down', async () => {
    const { _id } = await authorised('2027-02-24');
    services.clock.moveTo('2027-02-24T08:00:00Z');
    const context = services.running.payments.get<PaymentsContext>(CONTEXT);
    const stopping = { requestId: _id, traceparent: newTraceparent(), stopping: AbortSignal.abort() };
    expect(await runInContext(stopping, () => executeDuePayments(context))).toBe(0);
    expect(await payments().findOne({ _id })).toMatchObject({ submitted: false });
    await executeDue();
    expect(await payments().findOne({ _id })).toMatchObject({ submitted: true });
  });

  it('is not delayed by any number of others that cannot be executed', async () => {
    const { psuId: _, ...withoutPsu } = await authorised('2027-03-02');
    const others = many();
    await storeAs(withoutPsu, others);
    const { _id } = await authorised('2027-03-03');
    services.clock.moveTo('2027-03-03T08:00:00Z');
    await executeDue();
    expect(await payments().findOne({ _id })).toMatchObject({ submitted: true });
    expect(await payments().countDocuments({ _id: { $in: others }, submitted: false })).toBe(others.length);
    await payments().deleteMany({ _id: { $in: others } });
  });

  it('is not delayed by standing orders whose last execution is at the bank', async () => {
    const paymentId = await standingOrder({ startDate: '2027-03-08', endDate: '2027-03-08', frequency: 'Daily' });
    const { _id } = await authorised('2027-03-09');
    services.clock.moveTo('2027-03-08T08:00:00Z');
    await executeDue();
    const { lastSubmitted, ...ended } = (await payments().findOne({ _id: paymentId })) as Stored;
    expect(lastSubmitted).toBe(true);
    // The first run marks those that an earlier version submitted.
    const executionsOf = executions();
    const made = (await executionsOf.findOne({ paymentId })) as { _id: string; paymentId: string };
    const others = many();
    // First: a periodic run ends a standing order that has no execution.
    await executionsOf.insertMany(others.map((other) => ({ ...made, _id: crypto.randomUUID(), paymentId: other })));
    await storeAs(ended, others);
    services.clock.moveTo('2027-03-09T08:00:00Z');
    await executeDue();
    await executeDue();
    expect(await payments().findOne({ _id })).toMatchObject({ submitted: true });
    expect(await payments().countDocuments({ _id: { $in: others }, lastSubmitted: true })).toBe(others.length);
  });
});
