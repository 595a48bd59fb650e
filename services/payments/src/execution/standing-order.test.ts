import {
  initiatePayment,
  type PaymentProduct,
  PeriodicPayment,
  PROFILE_PRESETS,
  readPayment,
  readPaymentStatus,
  type TransactionStatus,
  toXs2aError,
  Xs2aError,
} from '@xs2a/contracts';
import { forAllTests } from '@xs2a/test-kit';
import { approveOnBus, creation, TPP } from '@xs2a/test-system/ask-as-gateway';
import { IBAN, paymentOrder } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { startServices } from '@xs2a/test-system/start/start-services';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PaymentsContext } from '../context.ts';
import type { Payment } from '../model/payment.ts';
import { STANDING_ORDERS } from './standing-order.ts';

const services = forAllTests(() => startServices('bank', 'sca', 'payments', 'accounts'));
beforeAll(async () => {
  // A Monday. The clock only moves forward, across tests.
  services.clock.moveTo('2027-02-01T10:00:00Z');
});

const tpp = { ...TPP, roles: [...TPP.roles] };
const address = { tpp, paymentService: 'periodic-payments' } as const;

function body(change: object = {}): PeriodicPayment {
  const sent = { ...paymentOrder(), startDate: '2027-02-05', frequency: 'Weekly', ...change };
  const parsed = PeriodicPayment.safeParse(sent);
  if (!parsed.success) throw toXs2aError(PeriodicPayment, sent);
  return parsed.data;
}

async function setUp(
  change: object = {},
  paymentProduct: PaymentProduct = 'sepa-credit-transfers',
  psuId = 'psu-private',
) {
  const order = { paymentService: 'periodic-payments', paymentProduct, body: body(change) } as const;
  const created = await services.bus.ask(initiatePayment, { ...creation(), order });
  await approveOnBus(services.bus, created, psuId);
  return created.paymentId;
}

const statusOf = async (paymentId: string, paymentProduct: PaymentProduct = 'sepa-credit-transfers') =>
  (await services.bus.ask(readPaymentStatus, { ...address, paymentProduct, paymentId })).transactionStatus;

const executeDue = () => services.running.payments.kit.jobs.runNow('executeDuePayments');

interface StoredExecution {
  _id: string;
  paymentId: string;
  occurrenceDate: string;
  transactionStatus: TransactionStatus;
  history: { at: Date; to: string }[];
}

/** Returns the executions of a standing order, oldest first. */
function executionsOf(paymentId: string): Promise<StoredExecution[]> {
  const executions = services.database('payments').collection<StoredExecution>('executions');
  return executions.find({ paymentId }).sort({ occurrenceDate: 1 }).toArray();
}

async function madeBy(paymentId: string): Promise<string[]> {
  const made = await eventually(
    () => executionsOf(paymentId),
    (executions) => executions.every(({ transactionStatus }) => ['ACSC', 'RJCT'].includes(transactionStatus)),
  );
  return made.map(({ occurrenceDate, transactionStatus }) => `${occurrenceDate} ${transactionStatus}`);
}

/** Returns the standing orders that accounts lists for the private current account. */
async function shownOrders(): Promise<{ standingOrderDetails: object }[]> {
  const account = await services
    .database('accounts')
    .collection<{
      standingOrders?: { entries: { additionalInformationStructured: { standingOrderDetails: object } }[] };
    }>('accounts')
    .findOne({ bankAccountId: 'A1101-EUR' });
  return (account?.standingOrders?.entries ?? []).map((entry) => entry.additionalInformationStructured);
}

describe('a standing order with', () => {
  it.each([
    ['requestedExecutionDate', { requestedExecutionDate: '2027-03-01' }, 'fieldInvalid', 'requestedExecutionDate'],
    ['no startDate', { startDate: undefined }, 'fieldInvalid', 'startDate'],
    ['no frequency', { frequency: undefined }, 'fieldInvalid', 'frequency'],
    ['an unknown frequency', { frequency: 'Hourly' }, 'fieldInvalid', 'frequency'],
    ['a start today', { startDate: '2027-02-01' }, 'executionDateInvalid', 'startDate'],
    ['a start beyond the horizon', { startDate: '2028-02-02' }, 'executionDateInvalid', 'startDate'],
    ['an end before the start', { endDate: '2027-02-04' }, 'periodInvalid', 'endDate'],
    [
      'a period without a day',
      { frequency: 'Monthly', dayOfExecution: '20', endDate: '2027-02-19' },
      'periodInvalid',
      'endDate',
    ],
    ['day 0', { frequency: 'Monthly', dayOfExecution: '0' }, 'fieldInvalid', 'dayOfExecution'],
    ['day 32', { frequency: 'Monthly', dayOfExecution: '32' }, 'fieldInvalid', 'dayOfExecution'],
    ['a day of the month, weekly', { dayOfExecution: '5' }, 'fieldInvalid', 'dayOfExecution'],
    ['months without MonthlyVariable', { monthsOfExecution: ['1'] }, 'fieldInvalid', 'monthsOfExecution'],
    ['MonthlyVariable without months', { frequency: 'MonthlyVariable' }, 'fieldInvalid', 'monthsOfExecution'],
    [
      'a month twice',
      { frequency: 'MonthlyVariable', monthsOfExecution: ['1', '01'] },
      'fieldInvalid',
      'monthsOfExecution',
    ],
    ['month 13', { frequency: 'MonthlyVariable', monthsOfExecution: ['13'] }, 'fieldInvalid', 'monthsOfExecution[0]'],
    ['an unknown executionRule', { executionRule: 'nearest' }, 'fieldInvalid', 'executionRule'],
    [
      'a currency that the product does not have',
      { instructedAmount: { currency: 'USD', amount: '1' } },
      'fieldInvalid',
      'instructedAmount.currency',
    ],
  ])('%s is refused', async (_, change, situation, path) => {
    const refused: unknown = await setUp(change).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Xs2aError);
    expect(refused).toMatchObject({ situation, path });
  });

  it('missing months and too many months are distinguished', async () => {
    await expect(setUp({ monthsOfExecution: ['1'] })).rejects.toThrow(
      expect.objectContaining({ text: expect.stringMatching(/^is not used with \w+, only with MonthlyVariable$/) }),
    );
    await expect(setUp({ frequency: 'MonthlyVariable' })).rejects.toThrow(
      expect.objectContaining({ text: expect.stringMatching(/^is needed with MonthlyVariable/) }),
    );
  });

  it('a product that is not offered as a standing order is refused', async () => {
    await expect(setUp({}, 'hr-rtgs-payments')).rejects.toMatchObject({ situation: 'productUnknown' });
  });
});

describe('a standing order that starts on a Friday and is approved', () => {
  it.each([
    ['before', '2027-02-04T10:00:00Z', '2027-02-05'],
    ['on it', '2027-02-05T10:00:00Z', '2027-02-05'],
    ['on the Saturday after it', '2027-02-06T10:00:00Z', '2027-02-08'],
    ['on the Tuesday after it', '2027-02-09T10:00:00Z', '2027-02-09'],
  ])('%s is executed for that day first, on a banking day', async (_, at, executeOn) => {
    const context = { profile: PROFILE_PRESETS['hr-full'] } as unknown as PaymentsContext;
    const order = {
      paymentService: 'periodic-payments',
      paymentProduct: 'sepa-credit-transfers',
      body: body(),
    } as const;
    const payment = { _id: 'standing-order', psuId: 'psu-private' } as unknown as Payment;
    const { set } = await STANDING_ORDERS.authorise(context, payment, order, { at: new Date(at) });
    expect(set).toEqual({ nextOccurrence: '2027-02-05', executeOn });
  });
});

describe('a standing order', () => {
  it('is read as it was posted, stays ACCP, is executed on its days, and ends ACSC after the last one', async () => {
    const paymentId = await setUp({ endDate: '2027-02-19' });
    const read = await services.bus.ask(readPayment, {
      ...address,
      paymentProduct: 'sepa-credit-transfers',
      paymentId,
    });
    expect(read).toMatchObject({ transactionStatus: 'ACCP', debtorName: 'Ana Horvat' });
    expect('body' in read.order && read.order.body).toEqual(body({ endDate: '2027-02-19' }));
    await executeDue();
    expect(await executionsOf(paymentId)).toEqual([]);

    services.clock.moveTo('2027-02-05T08:00:00Z');
    await Promise.all([executeDue(), executeDue(), executeDue()]);
    await executeDue();
    expect(await madeBy(paymentId)).toEqual(['2027-02-05 ACSC']);
    expect(await statusOf(paymentId)).toBe('ACCP');
    const shown = { startDate: '2027-02-05', endDate: '2027-02-19', frequency: 'Weekly' };
    const isShown = (orders: { standingOrderDetails: object }[]) =>
      orders.some(({ standingOrderDetails }) => JSON.stringify(standingOrderDetails).includes('2027-02-19'));
    expect(await eventually(shownOrders, isShown)).toContainEqual({ standingOrderDetails: shown });

    services.clock.moveTo('2027-02-12T08:00:00Z');
    await executeDue();
    services.clock.moveTo('2027-02-19T08:00:00Z');
    await executeDue();
    expect(await madeBy(paymentId)).toEqual(['2027-02-05 ACSC', '2027-02-12 ACSC', '2027-02-19 ACSC']);
    await eventually(
      () => statusOf(paymentId),
      (status) => status === 'ACSC',
    );
    await eventually(shownOrders, (orders) => orders.length === 3);
    const posted = services.database('bank').collection('postings');
    const ids = (await executionsOf(paymentId)).map(({ _id }) => _id);
    expect(await posted.countDocuments({ paymentId: { $in: ids } })).toBe(3);
  });

  it('is executed after a downtime: each missed execution once, and in order', async () => {
    const paymentId = await setUp({ startDate: '2027-02-22', frequency: 'Daily', endDate: '2027-03-02' });
    await services.running.payments.stop();
    services.clock.moveTo('2027-03-01T08:00:00Z');
    await services.restart('payments');
    await Promise.all([executeDue(), executeDue()]);
    await executeDue();
    const days = ['22', '23', '24', '25', '26', '27', '28'].map((day) => `2027-02-${day} ACSC`);
    expect(await madeBy(paymentId)).toEqual([...days, '2027-03-01 ACSC']);
    const createdAt = (await executionsOf(paymentId)).map(({ history }) => history[0]?.at.getTime() ?? 0);
    expect(createdAt).toEqual(createdAt.toSorted((a, b) => a - b));
    expect(await statusOf(paymentId)).toBe('ACCP');
  });

  it('waits with an execution without funds, and continues once that is rejected; without any successful execution it ends RJCT', async () => {
    const change = {
      debtorAccount: { iban: IBAN.empty },
      instructedAmount: { currency: 'EUR', amount: '5000.00' },
      startDate: '2027-03-03',
      endDate: '2027-03-04',
      frequency: 'Daily',
    };
    const paymentId = await setUp(change, 'sepa-credit-transfers', 'psu-empty');
    services.clock.moveTo('2027-03-04T08:00:00Z');
    await executeDue();
    expect((await executionsOf(paymentId)).map(({ transactionStatus }) => transactionStatus)).toEqual(['ACTC']);
    const waiting = { ...address, paymentProduct: 'sepa-credit-transfers', paymentId } as const;
    expect(await services.bus.ask(readPaymentStatus, waiting)).toMatchObject({
      transactionStatus: 'ACCP',
      fundsAvailable: false,
      tppMessages: [{ code: 'FUNDS_NOT_AVAILABLE' }],
    });
    services.clock.moveTo('2027-03-07T08:00:00Z');
    await executeDue();
    services.clock.moveTo('2027-03-10T08:00:00Z');
    await executeDue();
    await executeDue();
    expect(await madeBy(paymentId)).toEqual(['2027-03-03 RJCT', '2027-03-04 RJCT']);
    expect(await statusOf(paymentId)).toBe('RJCT');
  });

  it('is executed after an outage of the bank, also one interrupted between two writes; each is booked once', async () => {
    services.clock.moveTo('2027-04-12T08:00:00Z');
    const paymentId = await setUp({ startDate: '2027-04-13', endDate: '2027-04-14', frequency: 'Daily' });
    await services.running.bank.stop();
    services.clock.moveTo('2027-04-13T08:00:00Z');
    await executeDue();
    expect((await executionsOf(paymentId)).map(({ transactionStatus }) => transactionStatus)).toEqual(['ACTC']);
    await services.restart('bank');
    expect(await madeBy(paymentId)).toEqual(['2027-04-13 ACSC']);

    services.clock.moveTo('2027-04-14T08:00:00Z');
    await services.running.bank.stop();
    await executeDue();
    // State after a kill between claiming the execution and submitting it.
    const left = { submitted: false, outbox: [] };
    await services
      .database('payments')
      .collection('executions')
      .updateOne({ paymentId, occurrenceDate: '2027-04-14' }, { $set: left });
    const payments = services.database('payments').collection<{ _id: string }>('payments');
    await payments.updateOne({ _id: paymentId }, { $unset: { lastSubmitted: 1 } });
    await services.restart('bank');
    await executeDue();
    expect(await madeBy(paymentId)).toEqual(['2027-04-13 ACSC', '2027-04-14 ACSC']);
    const ids = (await executionsOf(paymentId)).map(({ _id }) => _id);
    const postings = services.database('bank').collection('postings');
    expect(await postings.countDocuments({ paymentId: { $in: ids } })).toBe(2);
    await eventually(
      () => statusOf(paymentId),
      (status) => status === 'ACSC',
    );
  });

  it('that was cancelled is no longer executed', async () => {
    const paymentId = await setUp({ startDate: '2027-04-19', frequency: 'Daily' });
    const payments = services.database('payments').collection<{ _id: string }>('payments');
    const cancelled = { $set: { transactionStatus: 'CANC' } };
    await payments.updateOne({ _id: paymentId }, cancelled);
    services.clock.moveTo('2027-04-21T08:00:00Z');
    await executeDue();
    expect(await executionsOf(paymentId)).toEqual([]);
  });
});
