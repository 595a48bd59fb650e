import { initiatePayment, type PaymentProduct, type ReplyOf, readPaymentStatus, SinglePayment } from '@xs2a/contracts';
import { forAllTests } from '@xs2a/test-kit';
import { approveOnBus, creation, TPP } from '@xs2a/test-system/ask-as-gateway';
import { IBAN, paymentOrder } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { startServices } from '@xs2a/test-system/start/start-services';
import { beforeAll, describe, expect, it } from 'vitest';

/** A Monday, eleven o'clock in Zagreb, and a banking day everywhere. The clock only moves forward, across tests. */
const MONDAY = '2027-02-01T10:00:00Z';

const services = forAllTests(() => startServices('bank', 'sca', 'payments'));
beforeAll(async () => {
  services.clock.moveTo(MONDAY);
});

const tpp = { ...TPP, roles: [...TPP.roles] };

async function pay(paymentProduct: PaymentProduct, body: object = {}, psuId = 'psu-private', overrides: object = {}) {
  const order = {
    paymentService: 'payments',
    paymentProduct,
    body: SinglePayment.parse(
      paymentOrder({ creditorName: 'Ana Anic', remittanceInformationUnstructured: 'Racun', ...body }),
    ),
  } as const;
  const created = await services.bus.ask(initiatePayment, { ...creation(), order, ...overrides });
  await approveOnBus(services.bus, created, psuId);
  return { ...created, paymentProduct };
}

type Paid = Awaited<ReturnType<typeof pay>>;
type Address = Pick<Paid, 'paymentId' | 'paymentProduct'>;

function statusOf({ paymentId, paymentProduct }: Address) {
  return services.bus.ask(readPaymentStatus, { tpp, paymentService: 'payments', paymentProduct, paymentId });
}

function ends(paid: Address, transactionStatus: string): Promise<ReplyOf<typeof readPaymentStatus>> {
  return eventually(
    () => statusOf(paid),
    (answer) => answer.transactionStatus === transactionStatus,
  );
}

const executeDue = () => services.running.payments.kit.jobs.runNow('executeDuePayments');

async function history({ paymentId }: Paid): Promise<string[]> {
  const payment = await services
    .database('payments')
    .collection<{ _id: string; history: { to: string }[] }>('payments')
    .findOne({ _id: paymentId });
  return payment?.history.map(({ to }) => to) ?? [];
}

/** Credits the account without funds. */
async function credit(amount: string): Promise<void> {
  const paid = await pay('sepa-credit-transfers', {
    creditorAccount: { iban: IBAN.empty },
    instructedAmount: { currency: 'EUR', amount },
  });
  await ends(paid, 'ACSC');
}

const POOR = { debtorAccount: { iban: IBAN.empty }, creditorAccount: { iban: IBAN.creditor } };

describe('the sandbox bank executes every product', () => {
  it.each([
    ['sepa-credit-transfers', 'ACSC'],
    ['domestic-credit-transfers-hr', 'ACSC'],
    ['instant-domestic-credit-transfers-hr', 'ACCC'],
    ['hr-rtgs-payments', 'ACSC'],
    ['target-2-payments', 'ACSC'],
    ['cross-border-credit-transfers', 'ACSC'],
  ] as const)('%s ends %s', async (product, end) => {
    const paid = await pay(product);
    await ends(paid, end);
    const path = ['RCVD', 'ACTC', 'ACCP', 'ACSP', 'ACSC'];
    expect(await history(paid)).toEqual(end === 'ACCC' ? [...path, 'ACCC'] : path);
  });

  it('cross-border in another currency if the account has it, and RJCT with AM03 if not', async () => {
    const abroad = {
      instructedAmount: { currency: 'USD', amount: '10.00' },
      creditorAccount: { bban: '021000021123456789' },
      creditorAgent: 'CITIUS33',
      creditorAddress: { country: 'US' },
      chargeBearer: 'SHAR',
    };
    const product = 'cross-border-credit-transfers';
    await ends(await pay(product, { ...abroad, debtorAccount: { iban: IBAN.multi } }, 'psu-multi'), 'ACSC');
    const rejected = await ends(await pay(product, abroad), 'RJCT');
    expect(rejected).toEqual({
      transactionStatus: 'RJCT',
      psuMessage: 'Račun se ne vodi u ovoj valuti.',
      tppMessages: [{ category: 'WARNING', code: 'WARNING', text: 'AM03: The account is not held in this currency.' }],
    });
  });
});

describe('a PSU on the pages of the bank', () => {
  it('authorises a payment for a later day: it stays ACCP until then, and is executed on that day', async () => {
    const paid = await pay('sepa-credit-transfers', { requestedExecutionDate: '2027-02-04' });
    expect(await statusOf(paid)).toEqual({ transactionStatus: 'ACCP' });
    const payments = services.database('payments').collection<{ _id: string; submitted: boolean }>('payments');
    expect((await payments.findOne({ _id: paid.paymentId }))?.submitted).toBe(false);
    services.clock.moveTo('2027-02-04T10:00:00Z');
    await executeDue();
    await ends(paid, 'ACSC');
  });
});

describe('days of execution', () => {
  it('a requested Sunday is moved: ACWC, with the new day as a field and in psuMessage, and executed on Monday', async () => {
    const paid = await pay('sepa-credit-transfers', { requestedExecutionDate: '2027-02-07' });
    expect(await statusOf(paid)).toEqual({
      transactionStatus: 'ACWC',
      executionDate: '2027-02-08',
      psuMessage: 'Plaćanje će se izvršiti 8.2.2027.',
    });
    services.clock.moveTo('2027-02-07T22:59:00Z');
    await executeDue();
    expect(await statusOf(paid)).toMatchObject({ transactionStatus: 'ACWC' });
    // Midnight in Zagreb.
    services.clock.moveTo('2027-02-07T23:00:30Z');
    await executeDue();
    await ends(paid, 'ACSC');
    expect(await history(paid)).toEqual(['RCVD', 'ACTC', 'ACWC', 'ACSP', 'ACSC']);
  });

  it('after the cut-off time a payment without a date waits for the next banking day and keeps its status', async () => {
    services.clock.moveTo('2027-02-12T16:00:00Z');
    const paid = await pay('hr-rtgs-payments');
    const psuMessage = 'Plaćanje će se izvršiti 15.2.2027.';
    expect(await statusOf(paid)).toEqual({ transactionStatus: 'ACCP', psuMessage });
    services.clock.moveTo('2027-02-15T06:00:00Z');
    await executeDue();
    await ends(paid, 'ACSC');
  });
});

describe('without funds', () => {
  const amount = (euros: string) => ({ instructedAmount: { currency: 'EUR', amount: euros } });

  it('a payment whose TPP prefers rejection ends RJCT, with its reason and a warning', async () => {
    const paid = await pay('sepa-credit-transfers', { ...POOR, ...amount('999.00') }, 'psu-empty', {
      rejectedWithoutFunds: true,
    });
    expect(await statusOf(paid)).toEqual({
      transactionStatus: 'RJCT',
      psuMessage: 'Na računu nema dovoljno sredstava.',
      tppMessages: [
        { category: 'WARNING', code: 'FUNDS_NOT_AVAILABLE', text: 'AM04: The account has insufficient funds.' },
      ],
    });
    expect(
      await services.database('bank').collection<{ _id: string }>('orders').findOne({ _id: paid.paymentId }),
    ).toBeNull();
  });

  it.each([false, undefined])(
    'one whose TPP says %s waits, and is executed once the account is credited',
    async (rejectedWithoutFunds) => {
      const wish = rejectedWithoutFunds === undefined ? {} : { rejectedWithoutFunds };
      const paid = await pay('sepa-credit-transfers', { ...POOR, ...amount('900.00') }, 'psu-empty', wish);
      expect(await statusOf(paid)).toMatchObject({
        transactionStatus: 'ACCP',
        fundsAvailable: false,
        tppMessages: [{ category: 'WARNING', code: 'FUNDS_NOT_AVAILABLE' }],
      });
      await credit('900.00');
      services.clock.forward({ minutes: 6 });
      await executeDue();
      const done = await ends(paid, 'ACSC');
      expect(done.fundsAvailable).toBeUndefined();
      expect(done.tppMessages).toBeUndefined();
    },
  );
});
