import {
  ConsentContent,
  cancelPayment,
  createBasket,
  leaveBasket,
  readBasket,
  readPaymentStatus,
  reserveConsents,
  startBasketAuthorisation,
} from '@xs2a/contracts';
import { CONTEXT } from '@xs2a/service-kit';
import { forAllTests, standIn } from '@xs2a/test-kit';
import { askForPayment, creation, situationOf, TPP } from '@xs2a/test-system/ask-as-gateway';
import { settleAs } from '@xs2a/test-system/settle-as-sca';
import { startServices } from '@xs2a/test-system/start/start-services';
import { describe, expect, it } from 'vitest';
import { stopPayment } from '../cancellation/stop-payment.ts';
import type { PaymentsContext } from '../context.ts';
import type { Payment } from '../model/payment.ts';

const services = forAllTests(() => startServices('sca', 'payments'));

const tpp = { ...TPP, roles: [...TPP.roles] };
const ADDRESS = { paymentService: 'payments', paymentProduct: 'sepa-credit-transfers' } as const;
const pay = async () =>
  (await askForPayment(services.bus, {}, { wishes: { explicitAuthorisationPreferred: true } })).paymentId;
const group = (body: { paymentIds: string[]; consentIds?: string[] }) =>
  services.bus.ask(createBasket, { ...creation(), body });
const cancel = (paymentId: string) =>
  services.bus.ask(cancelPayment, { tpp, requestId: crypto.randomUUID(), wishes: {}, ...ADDRESS, paymentId });
const statusOf = async (paymentId: string) =>
  (await services.bus.ask(readPaymentStatus, { tpp, ...ADDRESS, paymentId })).transactionStatus;

/** Approves the basket. Returns the outcome for the basket, the cancelled payment and the other payment. */
async function approved(basketId: string, cancelled: string, other: string) {
  const { endedPayments } = await services.bus.ask(readBasket, { tpp, basketId });
  const { authorisationId } = await services.bus.ask(startBasketAuthorisation, { ...creation(), basketId });
  const { transactionStatus } = await settleAs(services, 'basket', authorisationId, 'psu-private');
  return { endedPayments, basket: transactionStatus, statuses: [await statusOf(cancelled), await statusOf(other)] };
}

/** The test answers instead of the consent service. */
const CONSENT = ConsentContent.parse({
  kind: 'consent',
  model: 'detailed',
  grants: [],
  rights: [],
  recurring: false,
  validUntil: '2099-01-01',
  frequencyPerDay: 1,
});

describe('a payment that is cancelled', () => {
  it('by a request that read it before a basket included it: it is read again, leaves the basket, and the others are approved', async () => {
    const context = services.running.payments.get<PaymentsContext>(CONTEXT);
    const [cancelled, other] = [await pay(), await pay()];
    const before = (await context.payments.findOne({ _id: cancelled })) as Payment;
    const { basketId } = await group({ paymentIds: [cancelled, other] });
    expect(await stopPayment(context, before, { by: tpp })).toBeNull();
    expect(await statusOf(cancelled)).toBe('RCVD');
    await cancel(cancelled);
    expect(await approved(basketId, cancelled, other)).toEqual({
      endedPayments: [cancelled],
      basket: 'ACTC',
      statuses: ['CANC', 'ACCP'],
    });
  });

  it('while the consents of its new basket are reserved: it has left the basket, and the others are approved', async () => {
    const [cancelled, other] = [await pay(), await pay()];
    const consentId = crypto.randomUUID();
    const reserved = standIn(services.bus, reserveConsents, async () => {
      await cancel(cancelled);
      return { members: [{ id: consentId, content: CONSENT }], signaturesNeeded: 1 };
    });
    await services.bus.connection.flush();
    const { basketId } = await group({ paymentIds: [cancelled, other], consentIds: [consentId] });
    reserved.unsubscribe();
    expect(await approved(basketId, cancelled, other)).toEqual({
      endedPayments: [cancelled],
      basket: 'ACTC',
      statuses: ['CANC', 'ACCP'],
    });
  });
});

describe('a consent that ends', () => {
  it('while its new basket is assembled: its message is processed once it is a member, and the others are approved', async () => {
    const [paymentId, consentId] = [await pay(), crypto.randomUUID()];
    const leave = (basketId: string) => services.bus.ask(leaveBasket, { basketId, consentId });
    const early: (string | undefined)[] = [];
    const reserved = standIn(services.bus, reserveConsents, async ({ basketId }) => {
      early.push(await situationOf(leave(basketId)));
      return { members: [{ id: consentId, content: CONSENT }], signaturesNeeded: 1 };
    });
    await services.bus.connection.flush();
    const { basketId } = await group({ paymentIds: [paymentId], consentIds: [consentId] });
    reserved.unsubscribe();
    expect(early).toEqual(['statusConflict']);
    expect(await leave(basketId)).toEqual({ transactionStatus: 'RCVD' });
    expect(await services.bus.ask(readBasket, { tpp, basketId })).toMatchObject({ endedConsents: [consentId] });
    const { authorisationId } = await services.bus.ask(startBasketAuthorisation, { ...creation(), basketId });
    expect(await settleAs(services, 'basket', authorisationId, 'psu-private')).toEqual({
      transactionStatus: 'ACTC',
      counted: true,
    });
    expect(await statusOf(paymentId)).toBe('ACCP');
  });
});
