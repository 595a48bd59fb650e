import type { ServiceName } from '@xs2a/contracts';
import {
  cancelPayment,
  createBasket,
  deleteBasket,
  revokeConsent,
  startBasketAuthorisation,
  startCancellationAuthorisation,
  startPaymentAuthorisation,
} from '@xs2a/contracts';
import { type HistoryEntry, verifyHistory } from '@xs2a/service-kit';
import { forAllTests } from '@xs2a/test-kit';
import {
  approveOnBus,
  askForConsent,
  askForPayment,
  creation,
  situationOf,
  TPP,
} from '@xs2a/test-system/ask-as-gateway';
import { eventually } from '@xs2a/test-system/eventually';
import { CORPORATE, LATER, MONDAY } from '@xs2a/test-system/start/payment-services';
import { startServices } from '@xs2a/test-system/start/start-services';
import { beforeAll, describe, expect, it } from 'vitest';

const certificateThumbprint = 'ab'.repeat(32);
const tpp = { ...TPP, roles: [...TPP.roles], certificateThumbprint };
const ADDRESS = { tpp, paymentService: 'payments', paymentProduct: 'sepa-credit-transfers' } as const;
const EXPLICIT = { tpp, wishes: { explicitAuthorisationPreferred: true } };
const UNNAMED = 'unnamed';

const services = forAllTests(() => startServices('bank', 'sca', 'consent', 'payments'));
beforeAll(async () => {
  services.clock.moveTo(MONDAY);
});

/** Returns a history as `event: actor [PSU]`, after checking that each entry is complete. */
async function historyOf(service: ServiceName, collection: string, _id: string): Promise<string[]> {
  const found = await services
    .database(service)
    .collection<{ _id: string; history: HistoryEntry[] }>(collection)
    .findOne({ _id });
  return (found?.history ?? []).map((entry, index, all) => {
    const { at, event, from, to, by, certificate, psuId, requestId } = entry;
    expect(at).toBeInstanceOf(Date);
    expect(from).toBe(all[index - 1]?.to ?? null);
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(certificate).toBe(by === TPP.id ? certificateThumbprint : undefined);
    if (by === 'psu') expect(psuId ?? UNNAMED).not.toBe(UNNAMED);
    return `${event} ${to}: ${[by, psuId].filter((who) => who !== undefined).join(' ')}`;
  });
}

const pay = async (body: object = {}, more: object = { tpp }) => askForPayment(services.bus, body, more);

async function group(count: number): Promise<{ basketId: string; paymentIds: string[] }> {
  const paymentIds: string[] = [];
  for (let index = 0; index < count; index++) paymentIds.push((await pay({}, EXPLICIT)).paymentId);
  const { basketId } = await services.bus.ask(createBasket, { ...creation({ tpp }), body: { paymentIds } });
  return { basketId, paymentIds };
}

describe('every status change records who, when, from, to and the request', () => {
  it('of a payment that is executed: the TPP with its certificate, the PSU, the bank', async () => {
    const created = await pay();
    await approveOnBus(services.bus, { authorisation: created.authorisation });
    const history = await eventually(
      () => historyOf('payments', 'payments', created.paymentId),
      (entries) => entries.at(-1)?.startsWith('settled') === true,
    );
    expect(history).toEqual([
      `created RCVD: ${TPP.id}`,
      'authorised ACTC: psu psu-private',
      'profileChecked ACCP: psu psu-private',
      'settling ACSP: bank',
      'settled ACSC: bank',
    ]);
    const sca = await historyOf('sca', 'authorisations', created.authorisation?.authorisationId ?? '');
    expect(sca[0]).toBe(`created received: ${TPP.id}`);
    expect(sca.slice(1).every((entry) => entry.endsWith(': psu psu-private'))).toBe(true);
  });

  it('of a company: each of its PSUs by name', async () => {
    const { paymentId } = await pay({ ...CORPORATE, ...LATER }, EXPLICIT);
    for (const psuId of ['psu-corporate-1', 'psu-corporate-2']) {
      const authorisation = await services.bus.ask(startPaymentAuthorisation, { ...creation(), ...ADDRESS, paymentId });
      await approveOnBus(services.bus, { authorisation }, psuId);
    }
    expect((await historyOf('payments', 'payments', paymentId)).slice(0, 3)).toEqual([
      `created RCVD: ${TPP.id}`,
      'partlyAuthorised PATC: psu psu-corporate-1',
      'authorised ACTC: psu psu-corporate-2',
    ]);
  });

  it('of a cancellation: the TPP at once, the PSU that approved it later', async () => {
    const wishes = {};
    const atOnce = await pay();
    const requestId = crypto.randomUUID();
    await services.bus.ask(cancelPayment, { ...ADDRESS, paymentId: atOnce.paymentId, requestId, wishes });
    expect((await historyOf('payments', 'payments', atOnce.paymentId)).at(-1)).toBe(`cancelled CANC: ${TPP.id}`);
    const { paymentId, authorisation } = await pay(LATER);
    await approveOnBus(services.bus, { authorisation });
    await services.bus.ask(cancelPayment, { ...ADDRESS, paymentId, requestId, wishes });
    const started = await services.bus.ask(startCancellationAuthorisation, { ...creation(), ...ADDRESS, paymentId });
    await approveOnBus(services.bus, { authorisation: started });
    expect((await historyOf('payments', 'payments', paymentId)).at(-1)).toBe('cancelled CANC: psu psu-private');
  });

  it('of a basket and each of its members, and of a deleted one', async () => {
    const { basketId, paymentIds } = await group(2);
    const authorisation = await services.bus.ask(startBasketAuthorisation, { ...creation({ tpp }), basketId });
    await approveOnBus(services.bus, { authorisation });
    expect(await historyOf('payments', 'baskets', basketId)).toEqual([
      `created RCVD: ${TPP.id}`,
      'authorised ACTC: psu psu-private',
    ]);
    for (const paymentId of paymentIds) {
      expect((await historyOf('payments', 'payments', paymentId))[1]).toBe('authorised ACTC: psu psu-private');
    }
    const deleted = await group(1);
    await services.bus.ask(deleteBasket, { tpp, basketId: deleted.basketId, requestId: crypto.randomUUID() });
    expect((await historyOf('payments', 'baskets', deleted.basketId)).at(-1)).toBe(`cancelled CANC: ${TPP.id}`);
  });

  it('of a consent that the PSU replaced, and of one that it withdrew', async () => {
    const [first, second] = [
      await askForConsent(services.bus, {}, { tpp }),
      await askForConsent(services.bus, {}, { tpp }),
    ];
    await approveOnBus(services.bus, first);
    await approveOnBus(services.bus, second);
    expect((await historyOf('consent', 'consents', first.consentId)).at(-1)).toBe(
      'superseded expired: psu psu-private',
    );
    await services.bus.ask(revokeConsent, { psuId: 'psu-private', consentId: second.consentId });
    expect((await historyOf('consent', 'consents', second.consentId)).at(-1)).toBe(
      'revoked revokedByPsu: psu psu-private',
    );
  });
});

describe('the evidence of payments', () => {
  it('covers baskets too: one with an altered history is found', async () => {
    const { basketId } = await group(1);
    const database = services.database('payments');
    await services.running.payments.kit.jobs.runNow('sealHistory');
    expect((await verifyHistory(database)).findings).toEqual([]);
    await database.collection<{ _id: string }>('baskets').deleteOne({ _id: basketId });
    expect((await verifyHistory(database)).findings).toEqual([{ where: `baskets/${basketId}`, what: 'is gone' }]);
  });

  it('covers a basket deleted before any request, because its consents are refused', async () => {
    const before = (await verifyHistory(services.database('payments'))).findings;
    const { paymentId } = await pay({}, EXPLICIT);
    const request = { ...creation({ tpp }), body: { paymentIds: [paymentId], consentIds: [crypto.randomUUID()] } };
    const ask = () => situationOf(services.bus.ask(createBasket, request));
    await services.running.consent.stop();
    expect(await ask()).toBe('serviceUnavailable');
    await services.running.payments.kit.jobs.runNow('sealHistory');
    await services.restart('consent');
    expect(await ask()).toBe('referencedResourceUnknown');
    expect((await verifyHistory(services.database('payments'))).findings).toEqual(before);
  });
});
