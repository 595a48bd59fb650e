import {
  initiatePayment,
  readPaymentStatus,
  reportExecution,
  settlePaymentAuthorisation,
  type TransactionStatus,
} from '@xs2a/contracts';
import { bankDay, JOBS, type Jobs } from '@xs2a/service-kit';
import { approveOnBus, askForPayment, creation, situationOf, TPP } from '@xs2a/test-system/ask-as-gateway';
import { eventually } from '@xs2a/test-system/eventually';
import { startServices, type TestServices } from '@xs2a/test-system/start-services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** No bank here: what it would report is reported by the tests. */
let services: TestServices;
beforeAll(async () => {
  services = await startServices('sca', 'payments');
});
afterAll(() => services[Symbol.asyncDispose]());

const tpp = { ...TPP, roles: [...TPP.roles] };
type Report = Extract<TransactionStatus, 'ACSP' | 'ACSC' | 'ACCC' | 'RJCT'>;

interface StoredPayment {
  _id: string;
  contentHash: string;
  submitted: boolean;
  history: { from: string | null; to: string }[];
  outbox: unknown[];
}

function stored(paymentId: string, home = services): Promise<StoredPayment | null> {
  return home.database('payments').collection<StoredPayment>('payments').findOne({ _id: paymentId });
}

async function settle(
  { paymentId, authorisation }: Awaited<ReturnType<typeof askForPayment>>,
  outcome: 'finalised' | 'failed' = 'finalised',
  contentHash?: string,
) {
  return services.bus.ask(settlePaymentAuthorisation, {
    authorisationId: authorisation?.authorisationId ?? '',
    parent: { kind: 'payment', id: paymentId, paymentService: 'payments', paymentProduct: 'sepa-credit-transfers' },
    outcome,
    contentHash: contentHash ?? (await stored(paymentId))?.contentHash ?? '',
    psu: { psuId: 'psu-private', name: 'Ana Horvat' },
  });
}

const report = (paymentId: string, transactionStatus: Report) =>
  services.bus.ask(reportExecution, { paymentId, transactionStatus });

function statusOf(paymentId: string, home = services) {
  const address = { paymentService: 'payments', paymentProduct: 'sepa-credit-transfers' } as const;
  return home.bus.ask(readPaymentStatus, { tpp, ...address, paymentId });
}

describe('what a payment may ask', () => {
  const today = bankDay(new Date(), { timeZone: 'Europe/Zagreb' });
  it.each([
    [
      'a currency that the product does not have',
      { instructedAmount: { currency: 'USD', amount: '1.00' } },
      'fieldInvalid',
    ],
    ['an account that is not named by an IBAN', { creditorAccount: { bban: '123' } }, 'fieldInvalid'],
    ['a day in the past', { requestedExecutionDate: '2020-01-01' }, 'executionDateInvalid'],
    ['a day beyond the horizon', { requestedExecutionDate: '2099-01-01' }, 'executionDateInvalid'],
  ])('%s is refused', async (_, body, situation) => {
    expect(await situationOf(askForPayment(services.bus, body))).toBe(situation);
  });

  it('today is a possible day', async () => {
    expect(await situationOf(askForPayment(services.bus, { requestedExecutionDate: today }))).toBeUndefined();
  });

  it('a product that is not offered with the service is unknown', async () => {
    const asked = services.bus.ask(initiatePayment, {
      ...creation(),
      order: { paymentService: 'bulk-payments', paymentProduct: 'sepa-credit-transfers', xml: '<Document/>' },
    });
    expect(await situationOf(asked)).toBe('productUnknown');
  });
});

describe('authorisation and execution', () => {
  it('an approval moves RCVD over ACTC to ACCP once, and hands the payment to the bank in the same write', async () => {
    const created = await askForPayment(services.bus);
    expect(await settle(created)).toEqual({ transactionStatus: 'ACCP' });
    expect(await settle(created)).toEqual({ transactionStatus: 'ACCP' });
    const payment = await stored(created.paymentId);
    expect(payment?.history.map(({ to }) => to)).toEqual(['RCVD', 'ACTC', 'ACCP']);
    expect(payment?.submitted).toBe(true);
    expect(payment?.outbox).toHaveLength(1);
  });

  it('an approval of other content than the payment is not accepted', async () => {
    const created = await askForPayment(services.bus);
    expect(await situationOf(settle(created, 'finalised', 'other'))).toBe('authorisationUnknown');
    expect(await statusOf(created.paymentId)).toEqual({ transactionStatus: 'RCVD' });
  });

  it('a failed authorisation rejects the payment, and a later approval does not revive it', async () => {
    const created = await askForPayment(services.bus);
    expect(await settle(created, 'failed')).toEqual({ transactionStatus: 'RJCT' });
    expect(await settle(created)).toEqual({ transactionStatus: 'RJCT' });
  });

  it('reports of the bank move forward only, in whatever order and however often they arrive', async () => {
    const created = await askForPayment(services.bus);
    await settle(created);
    expect(await report(created.paymentId, 'ACSC')).toEqual({ transactionStatus: 'ACSC' });
    expect(await report(created.paymentId, 'ACSP')).toEqual({ transactionStatus: 'ACSC' });
    expect(await report(created.paymentId, 'ACSC')).toEqual({ transactionStatus: 'ACSC' });
    expect(await situationOf(report(created.paymentId, 'RJCT'))).toBe('statusInvalid');
    expect(await report(created.paymentId, 'ACCC')).toEqual({ transactionStatus: 'ACCC' });
  });

  it('no report executes a payment that nobody authorised', async () => {
    const { paymentId } = await askForPayment(services.bus);
    expect(await situationOf(report(paymentId, 'ACSC'))).toBe('statusInvalid');
    expect(await situationOf(report(paymentId, 'RJCT'))).toBe('statusInvalid');
    expect(await statusOf(paymentId)).toEqual({ transactionStatus: 'RCVD' });
  });

  it('of ten parallel creations under one X-Request-ID one payment comes out', async () => {
    const requestId = crypto.randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => askForPayment(services.bus, {}, { requestId })));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });
});

describe('a future-dated payment', () => {
  it('stays at ACCP until its day has come, and is executed then', async () => {
    await using home = await startServices('bank', 'sca', 'payments');
    // A Monday, and a banking day.
    home.clock.moveTo('2027-02-01T09:00:00Z');
    const created = await askForPayment(home.bus, { requestedExecutionDate: '2027-02-04' });
    await approveOnBus(home.bus, created);
    expect(await statusOf(created.paymentId, home)).toEqual({ transactionStatus: 'ACCP' });
    expect((await stored(created.paymentId, home))?.submitted).toBe(false);
    home.clock.forward({ days: 3 });
    await home.running.payments.get<Jobs>(JOBS).runNow('executeDuePayments');
    await eventually(
      () => statusOf(created.paymentId, home),
      ({ transactionStatus }) => transactionStatus === 'ACSC',
    );
  });
});
