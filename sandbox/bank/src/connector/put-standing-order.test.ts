import { PeriodicPayment, putStandingOrder, submitPayment } from '@xs2a/contracts';
import { forAllTests } from '@xs2a/test-kit';
import { describe, expect, test } from 'vitest';
import { ELSEWHERE, listen, PRIVATE, payment, startBank, until } from '../../test/test-context.ts';
import { STANDING_ORDERS } from '../sandbox/data/standing-orders.ts';

const at = forAllTests(() => startBank());
const sent = forAllTests(() => listen(at.bus));

const ACCOUNT = 'A1101-EUR';
const OWN = STANDING_ORDERS.filter(({ accountId }) => accountId === ACCOUNT).length;

const body = PeriodicPayment.parse({
  debtorAccount: { iban: PRIVATE },
  instructedAmount: { currency: 'EUR', amount: '12.34' },
  creditorAccount: { iban: ELSEWHERE },
  creditorName: 'Primatelj',
  startDate: '2027-02-01',
  frequency: 'Monthly',
  dayOfExecution: '31',
});

function put(paymentId: string, active: boolean, psuId = 'psu-private') {
  return at.bus.ask(putStandingOrder, { paymentId, psuId, active, body });
}

/** The last standing orders fed for the account. */
function newest() {
  return sent.standingOrders.filter(({ bankAccountId }) => bankAccountId === ACCOUNT).at(-1);
}

describe('a standing order that was set up through the interface', () => {
  test('is fed once with the other standing orders of the account, until it ends', async () => {
    const id = crypto.randomUUID();
    await Promise.all([put(id, true), put(id, true)]);
    await put(id, true);
    await until(() => newest()?.standingOrders.length === OWN + 1);
    expect(newest()?.standingOrders).toContainEqual({
      transactionAmount: { currency: 'EUR', amount: '-12.34' },
      creditorName: 'Primatelj',
      creditorAccount: { iban: ELSEWHERE },
      additionalInformationStructured: {
        standingOrderDetails: { startDate: '2027-02-01', frequency: 'Monthly', dayOfExecution: '31' },
      },
    });
    const { version = 0 } = newest() ?? {};
    await put(id, false);
    await until(() => newest()?.standingOrders.length === OWN);
    expect(newest()?.version).toBeGreaterThan(version);
  });

  test('stays ended, even if its start arrives after its end', async () => {
    const id = crypto.randomUUID();
    await put(id, false);
    await put(id, true);
    await at.context.background.settled();
    expect(await at.context.standingOrders.findOne({ _id: id })).toMatchObject({ active: false });
    expect(newest()?.standingOrders).toHaveLength(OWN);
  });

  test('is not fed if its PSU has no access to the account', async () => {
    await put(crypto.randomUUID(), true, 'psu-empty');
    await at.context.background.settled();
    expect(newest()?.standingOrders).toHaveLength(OWN);
  });
});

describe('bank transaction codes (ISO 20022)', () => {
  test.each([
    ['sepa-credit-transfers', 'payments', 'PMNT-ICDT-ESCT'],
    ['sepa-credit-transfers', 'periodic-payments', 'PMNT-ICDT-STDO'],
    ['domestic-credit-transfers-hr', 'payments', 'PMNT-ICDT-DMCT'],
    ['domestic-credit-transfers-hr', 'periodic-payments', 'PMNT-ICDT-STDO'],
    ['instant-domestic-credit-transfers-hr', 'payments', 'PMNT-IRCT-DMCT'],
    ['cross-border-credit-transfers', 'payments', 'PMNT-ICDT-XBCT'],
    ['target-2-payments', 'payments', 'PMNT-ICDT-PRCT'],
    ['hr-rtgs-payments', 'payments', 'PMNT-ICDT-PRCT'],
  ] as const)('%s of %s: %s', async (paymentProduct, paymentService, code) => {
    const request = payment({}, { paymentProduct, paymentService });
    await at.bus.ask(submitPayment, request);
    await until(async () => (await at.context.entries.countDocuments({ _id: `${request.paymentId}-D` })) === 1);
    const entry = await at.context.entries.findOne({ _id: `${request.paymentId}-D` });
    expect(entry?.details.bankTransactionCode).toBe(code);
    const isNational = ['domestic', 'hr-'].some((word) => paymentProduct.includes(word));
    expect(entry?.details.endToEndId).toBe(isNational ? 'HR99' : 'NOTPROVIDED');
  });

  test('an instant payment is reported ACCC, every other ACSC', async () => {
    const instant = payment({}, { paymentProduct: 'instant-domestic-credit-transfers-hr' });
    await at.bus.ask(submitPayment, instant);
    const reportsOf = () => sent.reports.filter(({ paymentId }) => paymentId === instant.paymentId);
    await until(() => reportsOf().length === 2);
    expect(reportsOf().map(({ transactionStatus }) => transactionStatus)).toEqual(['ACSP', 'ACCC']);
  });
});
