import { initiatePayment, TAKES_HELD_AUTHORISATIONS } from '@xs2a/contracts';
import { bankDay } from '@xs2a/service-kit';
import { executedCommands, forAllTests } from '@xs2a/test-kit';
import { askForPayment, creation, situationOf } from '@xs2a/test-system/ask-as-gateway';
import { eventually } from '@xs2a/test-system/eventually';
import { startServices } from '@xs2a/test-system/start/start-services';
import { describe, expect, it } from 'vitest';

const services = forAllTests(() => startServices('sca', 'payments'));

describe('the cost of a creation', () => {
  it('is one write of payments, and none of sca', async () => {
    await eventually(
      async () => services.running.payments.kit.peers.allCan('sca', TAKES_HELD_AUTHORISATIONS),
      (can) => can,
    );
    const writes = { op: { $in: ['insert', 'update', 'remove'] } };
    const create = () => askForPayment(services.bus);
    const ofSca = await executedCommands(services.database('sca'), ['authorisations'], create, writes);
    expect(await executedCommands(services.database('payments'), ['payments'], create, writes)).toHaveLength(1);
    expect(ofSca).toEqual([]);
  });
});

describe('a payment order', () => {
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
  ])('with %s is refused', async (_, body, situation) => {
    expect(await situationOf(askForPayment(services.bus, body))).toBe(situation);
  });

  it('may request today', async () => {
    expect(await situationOf(askForPayment(services.bus, { requestedExecutionDate: today }))).toBeUndefined();
  });

  it('of a product that is not offered with the service is refused', async () => {
    const asked = services.bus.ask(initiatePayment, {
      ...creation(),
      order: { paymentService: 'bulk-payments', paymentProduct: 'sepa-credit-transfers', xml: '<Document/>' },
    });
    expect(await situationOf(asked)).toBe('productUnknown');
  });
});

describe('a repeated request', () => {
  it('creates one payment, also ten times in parallel', async () => {
    const requestId = crypto.randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => askForPayment(services.bus, {}, { requestId })));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  it('is answered as before, even on a day on which its content would be refused', async () => {
    const requestId = crypto.randomUUID();
    const body = { requestedExecutionDate: bankDay(services.clock.now(), { timeZone: 'Europe/Zagreb' }) };
    const first = await askForPayment(services.bus, body, { requestId });
    services.clock.forward({ days: 1 });
    const again = await askForPayment(services.bus, body, { requestId });
    expect(again.paymentId).toBe(first.paymentId);
    await expect(askForPayment(services.bus, body)).rejects.toMatchObject({ situation: 'executionDateInvalid' });
  });
});
