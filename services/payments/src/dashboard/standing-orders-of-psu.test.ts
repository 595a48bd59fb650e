import {
  cancelPayment,
  findPsuStandingOrders,
  initiatePayment,
  PeriodicPayment,
  readPaymentStatus,
  readPsuStandingOrder,
  reportExecution,
  stopStandingOrder,
} from '@xs2a/contracts';
import { CONTEXT } from '@xs2a/service-kit';
import { forAllTests, profileFile } from '@xs2a/test-kit';
import { creation, situationOf, TPP } from '@xs2a/test-system/ask-as-gateway';
import { IBAN, paymentOrder } from '@xs2a/test-system/data/fixtures';
import { settleAs } from '@xs2a/test-system/settle-as-sca';
import { startServices, startServicesOf } from '@xs2a/test-system/start/start-services';
import { beforeAll, describe, expect, it } from 'vitest';
import { stopPayment } from '../cancellation/stop-payment.ts';
import type { PaymentsContext } from '../context.ts';
import type { Payment } from '../model/payment.ts';

const services = forAllTests(() => startServices('sca', 'payments'));
beforeAll(async () => {
  services.clock.moveTo('2027-02-01T10:00:00Z');
});

const PSU = { psuId: 'psu-private' };
const ADDRESS = { paymentService: 'periodic-payments', paymentProduct: 'sepa-credit-transfers' } as const;

async function standingOrder(change: object = {}, home = services): Promise<string> {
  const sent = { ...paymentOrder(), startDate: '2027-02-05', frequency: 'Weekly', ...change };
  const order = { ...ADDRESS, body: PeriodicPayment.parse(sent) };
  const created = await home.bus.ask(initiatePayment, { ...creation(), order });
  await settleAs(home, 'payment', created.authorisation?.authorisationId ?? '', PSU.psuId);
  return created.paymentId;
}

function find(given: object = {}, home = services) {
  return home.bus.ask(findPsuStandingOrders, { ...PSU, ended: false, search: [], page: 1, size: 10, ...given });
}

const read = (paymentId: string, psuId = PSU.psuId) => services.bus.ask(readPsuStandingOrder, { psuId, paymentId });
const stop = (paymentId: string, psuId = PSU.psuId, home = services) =>
  home.bus.ask(stopStandingOrder, { psuId, paymentId });
const executeDue = () => services.running.payments.kit.jobs.runNow('executeDuePayments');
const statusOf = async (paymentId: string, home = services) =>
  (await home.bus.ask(readPaymentStatus, { tpp: { ...TPP, roles: [...TPP.roles] }, ...ADDRESS, paymentId }))
    .transactionStatus;

describe('the standing orders that a PSU authorised through TPPs', () => {
  it('are shown with TPP, payee, amount, account and the day of the next execution', async () => {
    const paymentId = await standingOrder();
    const { standingOrders } = await find();
    expect(standingOrders).toHaveLength(1);
    expect(standingOrders[0]).toMatchObject({
      paymentId,
      tppName: TPP.name,
      tppId: TPP.id,
      content: { kind: 'periodicPayment', debtorAccount: { iban: IBAN.private }, frequency: 'Weekly' },
      isActive: true,
      mayStop: true,
      nextExecution: '2027-02-05',
      history: [
        { event: 'created', by: 'tpp' },
        { event: 'authorised', by: 'psu' },
      ],
    });
    expect(await read(paymentId)).toEqual(standingOrders[0]);
  });

  it('are not shown to another PSU, nor before the PSU has approved', async () => {
    const order = {
      ...ADDRESS,
      body: PeriodicPayment.parse({ ...paymentOrder(), startDate: '2027-02-05', frequency: 'Daily' }),
    };
    const { paymentId } = await services.bus.ask(initiatePayment, { ...creation(), order });
    expect(await situationOf(read(paymentId))).toBe('resourceUnknown');
    const [own] = (await find()).standingOrders;
    expect(await situationOf(read(own?.paymentId ?? '', 'psu-multi'))).toBe('resourceUnknown');
    expect(await find({ psuId: 'psu-multi' })).toEqual({ count: 0, standingOrders: [] });
    expect(await find({ corporateId: 'another-company' })).toEqual({ count: 0, standingOrders: [] });
  });

  it('are returned in pages, newest first, and found by payee, account, and name of the account', async () => {
    const paymentId = await standingOrder({ creditorName: 'Vrtić Čičak' });
    const [newest, other] = [await find({ size: 1 }), await find({ size: 1, page: 2 })];
    expect([newest.count, newest.standingOrders[0]?.paymentId]).toEqual([2, paymentId]);
    expect(other.standingOrders.map((order) => order.paymentId)).not.toContain(paymentId);
    const found = async (text: string, accounts: string[] = []) => (await find({ search: [{ text, accounts }] })).count;
    expect(await found('ČIČAK')).toBe(1);
    expect(await found(IBAN.private.slice(-5))).toBe(2);
    expect(await found('tekući', [IBAN.private])).toBe(2);
    expect(await found('.')).toBe(0);
  });
});

describe('stopping a standing order', () => {
  it('cancels it at once, is repeatable, informs the bank, and records the PSU in its history', async () => {
    const paymentId = await standingOrder();
    expect(await Promise.all([stop(paymentId), stop(paymentId)])).toEqual([
      { transactionStatus: 'CANC' },
      { transactionStatus: 'CANC' },
    ]);
    expect(await statusOf(paymentId)).toBe('CANC');
    const ended = await read(paymentId);
    expect([ended.isActive, ended.mayStop, ended.nextExecution]).toEqual([false, false, undefined]);
    expect(ended.history.filter(({ event }) => event === 'cancelled')).toMatchObject([{ by: 'psu' }]);
    expect((await find({ ended: true })).standingOrders[0]?.paymentId).toBe(paymentId);
    services.clock.forward({ days: 5 });
    await executeDue();
    expect(await services.database('payments').collection('executions').countDocuments({ paymentId })).toBe(0);
  });

  it('of another PSU is refused as unknown', async () => {
    const paymentId = await standingOrder({ startDate: '2027-02-26' });
    expect(await situationOf(stop(paymentId, 'psu-multi'))).toBe('resourceUnknown');
    expect(await statusOf(paymentId)).not.toBe('CANC');
  });

  it('of several PSUs changes nothing while the bank requires an approval of cancellations', async () => {
    const paymentId = await standingOrder({ startDate: '2027-02-26' });
    const stored = services.database('payments').collection<{ _id: string; signedBy: string[] }>('payments');
    await stored.updateOne({ _id: paymentId }, { $set: { signedBy: ['psu-private', 'psu-multi'] } });
    expect((await read(paymentId)).mayStop).toBe(false);
    const { transactionStatus } = await stop(paymentId);
    expect(transactionStatus).not.toBe('CANC');
    expect(await statusOf(paymentId)).toBe(transactionStatus);
  });

  it('of several PSUs takes one of them if the bank requires no approval', async () => {
    await using home = await startServicesOf(profileFile('cancellationNeedsSca: []'), 'sca', 'payments');
    home.clock.moveTo('2027-02-01T10:00:00Z');
    const paymentId = await standingOrder({}, home);
    const stored = home.database('payments').collection<{ _id: string; signedBy: string[] }>('payments');
    await stored.updateOne({ _id: paymentId }, { $set: { signedBy: ['psu-private', 'psu-multi'] } });
    expect(await stop(paymentId, PSU.psuId, home)).toEqual({ transactionStatus: 'CANC' });
  });
});

describe('a standing order whose last execution is at the bank', () => {
  /** Creates an order with one execution. */
  async function last(day: string) {
    const paymentId = await standingOrder({ startDate: day, endDate: day });
    const context = services.running.payments.get<PaymentsContext>(CONTEXT);
    const before = (await context.payments.findOne({ _id: paymentId })) as Payment;
    services.clock.moveTo(`${day}T08:00:00Z`);
    await executeDue();
    const executionId = (await context.executions.findOne({ paymentId }))?._id ?? '';
    return { paymentId, executionId, context, before };
  }

  it('can no longer be stopped, by PSU or TPP, and ends ACSC', async () => {
    const { paymentId, executionId } = await last('2027-03-05');
    await services.bus.ask(reportExecution, { paymentId: executionId, transactionStatus: 'ACSP' });
    expect(await read(paymentId)).toMatchObject({ isActive: false, mayStop: false });
    expect((await find({ ended: true })).standingOrders.map((order) => order.paymentId)).toContain(paymentId);
    expect(await stop(paymentId)).toEqual({ transactionStatus: 'ACCP' });
    const request = { requestId: crypto.randomUUID(), wishes: {}, tpp: { ...TPP, roles: [...TPP.roles] } };
    const cancelled = services.bus.ask(cancelPayment, { ...request, ...ADDRESS, paymentId });
    expect(await situationOf(cancelled)).toBe('cancellationImpossible');
    await services.bus.ask(reportExecution, { paymentId: executionId, transactionStatus: 'ACSC' });
    expect(await statusOf(paymentId)).toBe('ACSC');
  });

  it('is not stopped by a request that read it before that execution', async () => {
    const { paymentId, context, before } = await last('2027-03-12');
    expect(await stopPayment(context, before, { by: 'psu', ...PSU })).toBeNull();
    expect(await statusOf(paymentId)).toBe('ACCP');
  });

  it('is recognised by the next run if an earlier version submitted it', async () => {
    const { paymentId, context } = await last('2027-03-19');
    await context.payments.updateOne({ _id: paymentId }, { $unset: { lastSubmitted: 1 } });
    await executeDue();
    expect(await read(paymentId)).toMatchObject({ isActive: false, mayStop: false });
  });
});
