import {
  concludePayment,
  initiatePayment,
  PeriodicPayment,
  type ReplyOf,
  type RequestOf,
  readPaymentStatus,
  reportExecution,
  returnPayment,
  submitPayment,
} from '@xs2a/contracts';
import { forAllTests, standIn } from '@xs2a/test-kit';
import { askForPayment, creation, TPP } from '@xs2a/test-system/ask-as-gateway';
import { paymentOrder } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { settleAs } from '@xs2a/test-system/settle-as-sca';
import { startServices } from '@xs2a/test-system/start/start-services';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

/** The tests are the bank: they get its orders, and answer as each of them says. */
const services = forAllTests(() => startServices('sca', 'payments'));

const PRODUCT = 'instant-domestic-credit-transfers-hr';
const tpp = { ...TPP, roles: [...TPP.roles] };

type Decision = ReplyOf<typeof concludePayment>;
const orders: RequestOf<typeof submitPayment>[] = [];
const returned: string[] = [];
let decide: (paymentId: string) => Decision | 'silent' = () => 'silent';

beforeAll(async () => {
  const { bus } = services;
  standIn(bus, submitPayment, (order) => {
    orders.push(order);
    return { accepted: true as const };
  });
  standIn(bus, returnPayment, ({ paymentId }) => {
    returned.push(paymentId);
    return { returned: true };
  });
  standIn(bus, concludePayment, ({ paymentId }) => {
    const decision = decide(paymentId);
    return decision === 'silent' ? new Promise<never>(() => undefined) : decision;
  });
  await bus.connection.flush();
});
beforeEach(() => {
  decide = () => 'silent';
});

const jobs = () => services.running.payments.kit.jobs;

async function pay(settlement: { approvedAt?: string } = {}): Promise<string> {
  const created = await askForPayment(services.bus, { creditorName: 'Ana Anic' }, {}, PRODUCT);
  await settleAs(services, 'payment', created.authorisation?.authorisationId ?? '', 'psu-private', settlement);
  return created.paymentId;
}

function statusOf(paymentId: string) {
  return services.bus.ask(readPaymentStatus, { tpp, paymentService: 'payments', paymentProduct: PRODUCT, paymentId });
}

const report = (paymentId: string, transactionStatus: 'ACSP' | 'ACCC' | 'RJCT', further: object = {}) =>
  services.bus.ask(reportExecution, { paymentId, transactionStatus, ...further });

interface Stored {
  _id: string;
  decideBy: Date;
  lateReport?: { transactionStatus: string };
  history: { at: Date; to: string }[];
}
async function stored(paymentId: string): Promise<Stored> {
  const payment = await services.database('payments').collection<Stored>('payments').findOne({ _id: paymentId });
  if (payment === null) throw new Error('no such payment');
  return payment;
}

const dayAhead = (days: number) =>
  new Date(services.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

const ends = (paymentId: string, status: string) =>
  eventually(
    () => stored(paymentId),
    ({ history }) => history.at(-1)?.to === status,
  );

const REJECTED = {
  transactionStatus: 'RJCT',
  psuMessage: 'Plaćanje nije izvršeno na vrijeme i odbijeno je. Novac ostaje na Vašem računu.',
  tppMessages: [
    {
      category: 'WARNING',
      code: 'WARNING',
      text: 'AB11: The payment was not carried out in time and was rejected. The money stays on your account.',
    },
  ],
};

describe('an instant payment', () => {
  it('is ordered with the time by which the bank executes it, and ends as the bank reports', async () => {
    const paymentId = await pay();
    const order = await eventually(
      () => Promise.resolve(orders.find((one) => one.paymentId === paymentId)),
      (found) => found !== undefined,
    );
    const { decideBy, history } = await stored(paymentId);
    const approvedAt = history.find(({ to }) => to === 'ACTC')?.at.getTime() ?? 0;
    expect(decideBy.getTime() - approvedAt).toBeLessThanOrEqual(10_000);
    expect(order?.executeBy).toBe(new Date(decideBy.getTime() - 3_000).toISOString());
    expect(await report(paymentId, 'ACCC')).toEqual({ transactionStatus: 'ACCC' });
    expect(await statusOf(paymentId)).toEqual({ transactionStatus: 'ACCC' });
  });

  it('is rejected before ten seconds have passed if the bank is silent, and the bank must return it', async () => {
    const paymentId = await pay();
    await report(paymentId, 'ACSP');
    services.clock.forward({ seconds: 7 });
    const { decideBy, history } = await ends(paymentId, 'RJCT');
    expect(history.at(-1)?.at.getTime()).toBeLessThan(decideBy.getTime());
    const isRejected = (answer: { transactionStatus: string }) => answer.transactionStatus === 'RJCT';
    expect(await eventually(() => statusOf(paymentId), isRejected)).toEqual(REJECTED);
    await eventually(
      () => Promise.resolve(returned),
      (ids) => ids.includes(paymentId),
    );
  });

  it.each([
    ['ACCC', { transactionStatus: 'ACCC' }],
    ['RJCT', { transactionStatus: 'RJCT', reasonCode: 'AB05' }],
    ['CANC', { transactionStatus: 'CANC' }],
  ] as const)('ends %s if the bank says so when it is asked at the end of its time', async (status, decision) => {
    decide = () => decision;
    const paymentId = await pay();
    services.clock.forward({ seconds: 7 });
    await ends(paymentId, status);
    expect(returned).not.toContain(paymentId);
  });

  it('stays rejected when the bank reports its execution afterwards: it is recorded, and returned', async () => {
    const paymentId = await pay();
    services.clock.forward({ seconds: 7 });
    await ends(paymentId, 'RJCT');
    expect(await report(paymentId, 'ACSP')).toEqual({ transactionStatus: 'RJCT' });
    expect((await stored(paymentId)).lateReport).toBeUndefined();
    expect(await report(paymentId, 'ACCC')).toEqual({ transactionStatus: 'RJCT' });
    expect(await stored(paymentId)).toMatchObject({ lateReport: { transactionStatus: 'ACCC' } });
    await eventually(
      () => Promise.resolve(returned.filter((id) => id === paymentId)),
      (times) => times.length >= 2,
    );
  });

  it('beyond the maximum that the PSU has set is rejected, and PSU and TPP are told why', async () => {
    const paymentId = await pay();
    await report(paymentId, 'RJCT', { reasonCode: 'AM14' });
    expect(await statusOf(paymentId)).toMatchObject({
      psuMessage: 'Iznos je veći od najvećeg iznosa koji ste dogovorili s bankom.',
      tppMessages: [{ text: 'AM14: The amount exceeds the maximum that you have agreed with your bank.' }],
    });
  });

  it('that the bank rejected and then reports as executed stays rejected, and is returned', async () => {
    const paymentId = await pay();
    await report(paymentId, 'RJCT', { reasonCode: 'AM04' });
    expect(await report(paymentId, 'ACCC')).toEqual({ transactionStatus: 'RJCT' });
    await eventually(
      () => Promise.resolve(returned),
      (ids) => ids.includes(paymentId),
    );
  });

  it('that sca reports as approved too late for the bank is rejected, and never ordered', async () => {
    const approvedAt = new Date(services.clock.now().getTime() - 8_000).toISOString();
    const paymentId = await pay({ approvedAt });
    expect(await statusOf(paymentId)).toEqual(REJECTED);
    expect(orders.map((order) => order.paymentId)).not.toContain(paymentId);
  });
});

describe('an instant standing order', () => {
  it('has each execution decided within ten seconds of its order to the bank', async () => {
    const executions = services.database('payments').collection<Stored & { paymentId: string }>('executions');
    const body = PeriodicPayment.parse({ ...paymentOrder(), startDate: dayAhead(1), frequency: 'Daily' });
    const order = { paymentService: 'periodic-payments', paymentProduct: PRODUCT, body } as const;
    const created = await services.bus.ask(initiatePayment, { ...creation(), order });
    await settleAs(services, 'payment', created.authorisation?.authorisationId ?? '', 'psu-private');
    const isOf = { paymentId: created.paymentId };
    expect(await stored(created.paymentId)).not.toHaveProperty('decideBy');
    services.clock.forward({ days: 1 });
    await jobs().runNow('executeDuePayments');
    const execution = await executions.findOne(isOf);
    expect(orders.find(({ paymentId }) => paymentId === execution?._id)?.executeBy).toBeDefined();
    services.clock.forward({ seconds: 7 });
    const ended = await eventually(
      () => executions.findOne(isOf),
      (found) => found?.history.at(-1)?.to === 'RJCT',
    );
    expect(ended?.history.at(-1)?.at.getTime()).toBeLessThan(ended?.decideBy.getTime() ?? 0);
    expect((await stored(created.paymentId)).history.at(-1)?.to).toBe('ACCP');
  });
});

describe('an instant payment whose end was missed', () => {
  it('has its final status when it is read', async () => {
    await jobs().stop();
    const paymentId = await pay();
    services.clock.forward({ seconds: 11 });
    expect(await statusOf(paymentId)).toEqual(REJECTED);
  });

  it('is rejected and returned if the bank reports that it executed it after the deadline', async () => {
    const paymentId = await pay();
    services.clock.forward({ seconds: 11 });
    expect(await report(paymentId, 'ACCC')).toEqual({ transactionStatus: 'RJCT' });
  });

  it('counts as executed if the bank executed it in time and reports it late', async () => {
    const paymentId = await pay();
    const executedAt = services.clock.now().toISOString();
    services.clock.forward({ seconds: 11 });
    expect(await report(paymentId, 'ACCC', { executedAt })).toEqual({ transactionStatus: 'ACCC' });
  });

  it('is ended as soon as the service has started again', async () => {
    const paymentId = await pay();
    await services.running.payments.stop();
    services.clock.forward({ seconds: 11 });
    await services.restart('payments');
    await ends(paymentId, 'RJCT');
  });
});
