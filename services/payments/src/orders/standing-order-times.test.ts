import { initiatePayment, type PaymentProduct, PeriodicPayment, readPayment, submitPayment } from '@xs2a/contracts';
import { forAllTests, standIn } from '@xs2a/test-kit';
import { creation, refusalOf, TPP } from '@xs2a/test-system/ask-as-gateway';
import { paymentOrder } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { settleAs } from '@xs2a/test-system/settle-as-sca';
import { startServices } from '@xs2a/test-system/start/start-services';
import { beforeAll, describe, expect, it } from 'vitest';

const services = forAllTests(() => startServices('sca', 'payments'));
const orders: { creditorName: string }[] = [];

beforeAll(async () => {
  services.clock.moveTo('2027-02-01T10:00:00Z');
  standIn(services.bus, submitPayment, ({ body }) => {
    orders.push(body);
    return { accepted: true as const };
  });
  await services.bus.connection.flush();
});

const INSTANT = 'instant-sepa-credit-transfers';
const executeDue = () => services.running.payments.kit.jobs.runNow('executeDuePayments');

async function setUp(terms: object, paymentProduct: PaymentProduct = INSTANT) {
  const body = PeriodicPayment.parse({ ...paymentOrder(), startDate: '2027-02-02', frequency: 'Daily', ...terms });
  const order = { paymentService: 'periodic-payments', paymentProduct, body } as const;
  const created = await services.bus.ask(initiatePayment, { ...creation(), order });
  await settleAs(services, 'payment', created.authorisation?.authorisationId ?? '', 'psu-private');
  return created.paymentId;
}

describe('an instant standing order with times', () => {
  const times = { startDateTime: '2027-02-02T14:30:00+01:00', endDateTime: '2027-02-04T14:00:00+01:00' };

  it('is executed at its time of the day, last on the day before an earlier end, and read with its times', async () => {
    const paymentId = await setUp({ ...times, endDate: '2027-02-04', creditorName: 'Timed' });
    const made = () => orders.filter(({ creditorName }) => creditorName === 'Timed').length;
    for (const [now, count] of [
      ['2027-02-02T13:29:00Z', 0],
      ['2027-02-02T13:30:00Z', 1],
      ['2027-02-03T13:29:00Z', 1],
      ['2027-02-03T13:31:00Z', 2],
      ['2027-02-04T15:00:00Z', 2],
    ] as const) {
      services.clock.moveTo(now);
      await executeDue();
      await eventually(
        () => Promise.resolve(made()),
        (found) => found === count,
      );
    }
    const tpp = { ...TPP, roles: [...TPP.roles] };
    const address = { paymentService: 'periodic-payments', paymentProduct: INSTANT } as const;
    expect((await services.bus.ask(readPayment, { tpp, ...address, paymentId })).order).toMatchObject({ body: times });
  });

  it('is refused by its times where the day is impossible', async () => {
    const past = { startDate: '2027-01-02', startDateTime: '2027-01-02T14:30:00+01:00' };
    expect(await refusalOf(setUp(past))).toMatchObject({ situation: 'executionDateInvalid', path: 'startDateTime' });
    const reversed = {
      startDate: '2027-03-02',
      endDate: '2027-03-01',
      endDateTime: '2027-03-01T14:00:00+01:00',
    };
    expect(await refusalOf(setUp(reversed))).toMatchObject({ situation: 'periodInvalid', path: 'endDateTime' });
  });

  it.each([
    ['startDateTime', { startDate: '2027-03-02', startDateTime: '2027-03-02T14:30:00+01:00' }],
    ['endDateTime', { startDate: '2027-03-02', endDate: '2027-05-02', endDateTime: '2027-05-02T14:30:00+02:00' }],
  ])('has no %s with a product that is not instant', async (path, terms) => {
    expect(await refusalOf(setUp(terms, 'sepa-credit-transfers'))).toMatchObject({ situation: 'fieldInvalid', path });
  });
});
