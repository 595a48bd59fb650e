import {
  type AuthorisationState,
  cancelPayment,
  createBasket,
  deleteBasket,
  type ReplyOf,
  readBasket,
  readBasketStatus,
  readConsentStatus,
  readPaymentStatus,
  startBasketAuthorisation,
  startConsentAuthorisation,
  startPaymentAuthorisation,
  terminateConsent,
  Xs2aError,
} from '@xs2a/contracts';
import { CONTEXT, newTraceparent, runInContext, writeCheckpoints } from '@xs2a/service-kit';
import { forAllTests } from '@xs2a/test-kit';
import { askForConsent, askForPayment, creation, situationOf, TPP } from '@xs2a/test-system/ask-as-gateway';
import { IBAN } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { authorisationOf, settleAs } from '@xs2a/test-system/settle-as-sca';
import { startServices } from '@xs2a/test-system/start/start-services';
import { describe, expect, it, vi } from 'vitest';
import type { PaymentsContext } from '../context.ts';
import { endOverdueBaskets } from './end-overdue-baskets.ts';

const services = forAllTests(() => startServices('sca', 'payments', 'consent'));

const tpp = { ...TPP, roles: [...TPP.roles] };
const ADDRESS = { paymentService: 'payments', paymentProduct: 'sepa-credit-transfers' } as const;
const PSU = 'psu-private';
const EXPLICIT = { wishes: { explicitAuthorisationPreferred: true } };
const COMPANYS = { debtorAccount: { iban: IBAN.corporate } };

async function pay(body: object = {}, more: object = {}): Promise<string> {
  return (await askForPayment(services.bus, body, { ...EXPLICIT, ...more })).paymentId;
}
const payments = (count: number) => Promise.all(Array.from({ length: count }, () => pay()));
const consent = async (body: object = {}) => (await askForConsent(services.bus, body, EXPLICIT)).consentId;

type Body = { paymentIds?: string[]; consentIds?: string[] };
function group(body: Body, more: object = {}): Promise<ReplyOf<typeof createBasket>> {
  return services.bus.ask(createBasket, { ...creation(more), body });
}
function start(basketId: string, more: object = {}): Promise<AuthorisationState> {
  return services.bus.ask(startBasketAuthorisation, { ...creation(more), basketId });
}
async function statusOf(basketId: string) {
  return (await services.bus.ask(readBasketStatus, { tpp, basketId })).transactionStatus;
}
async function paid(paymentId: string) {
  return (await services.bus.ask(readPaymentStatus, { tpp, ...ADDRESS, paymentId })).transactionStatus;
}
const consented = async (consentId: string) =>
  (await services.bus.ask(readConsentStatus, { tpp, consentId })).consentStatus;
const startAlone = (paymentId: string) =>
  services.bus.ask(startPaymentAuthorisation, { ...creation(EXPLICIT), ...ADDRESS, paymentId });
const remove = (basketId: string) => services.bus.ask(deleteBasket, { tpp, basketId, requestId: crypto.randomUUID() });
const cancel = (paymentId: string) =>
  services.bus.ask(cancelPayment, { tpp, requestId: crypto.randomUUID(), wishes: {}, ...ADDRESS, paymentId });

const contentOf = (basketId: string) => services.bus.ask(readBasket, { tpp, basketId });

describe('creating a basket (decision 23)', () => {
  it('groups payments and consents together, and consents alone', async () => {
    const [paymentId, consentId] = [await pay(), await consent()];
    const { basketId } = await group({ paymentIds: [paymentId], consentIds: [consentId] });
    const shown = { transactionStatus: 'RCVD', payments: [paymentId], consents: [consentId] };
    expect(await services.bus.ask(readBasket, { tpp, basketId })).toEqual(shown);
    expect(await situationOf(group({ consentIds: [await consent()] }))).toBeUndefined();
  });

  it('creates one basket for a repeated request, also in parallel', async () => {
    const body = { paymentIds: await payments(2), consentIds: [await consent()] };
    const request = { requestId: crypto.randomUUID() };
    const answers = await Promise.all([group(body, request), group(body, request), group(body, request)]);
    expect(new Set([...answers, await group(body, request)].map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await situationOf(group(body, { ...request, fingerprint: 'other' }))).toBe('requestIdReused');
  });

  it.each([
    [
      'an unknown consent',
      async () => ({ paymentIds: [await pay()], consentIds: ['unknown'] }),
      'referencedResourceUnknown',
    ],
    ['more members than the bank permits', () => ({ paymentIds: Array.from({ length: 51 }, String) }), 'fieldInvalid'],
    [
      'payments of different PSUs',
      async () => ({ paymentIds: [await pay({}, { psu: { psuId: 'a' } }), await pay({}, { psu: { psuId: 'b' } })] }),
      'basketMixInvalid',
    ],
    [
      'a consent that leaves its accounts open',
      async () => ({ consentIds: [await consent({ access: { allPsd2: 'allAccounts' } })] }),
      'basketMixInvalid',
    ],
  ] as const)('%s is refused, and leaves nothing blocked', async (_, body, situation) => {
    const asked: Body = await body();
    expect(await situationOf(group(asked))).toBe(situation);
    const own = asked.paymentIds?.[0];
    if (own !== undefined && situation !== 'fieldInvalid') {
      const blocked = await situationOf(startAlone(own));
      expect(blocked === undefined || blocked === 'resourceUnknown').toBe(true);
    }
  });

  it('refuses a member whose PSU is not the PSU of the basket', async () => {
    const paymentId = await pay({}, { psu: { psuId: 'psu-private' } });
    const psu = (psuId: string) => ({ psu: { psuId } });
    expect(await situationOf(group({ paymentIds: [paymentId] }, psu('psu-other')))).toBe('basketMixInvalid');
    expect(await situationOf(group({ paymentIds: [paymentId] }, psu('psu-private')))).toBeUndefined();
  });

  it('refuses a member of an active basket; of two parallel baskets one is created', async () => {
    const [paymentId = ''] = await payments(1);
    const asked = [1, 2, 3].map(() => situationOf(group({ paymentIds: [paymentId] })));
    const answers = await Promise.all(asked);
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'resourceBlocked')).toHaveLength(2);
    const consentId = await consent();
    await group({ consentIds: [consentId] });
    expect(await situationOf(group({ paymentIds: [await pay()], consentIds: [consentId] }))).toBe('resourceBlocked');
  });

  it('requires the role for each kind of member', async () => {
    const as = (...roles: string[]) => ({ tpp: { ...TPP, roles } });
    const paymentIds = await payments(1);
    const consentIds = [await consent()];
    expect(await situationOf(group({ paymentIds }, as('AISP')))).toBe('roleMissing');
    expect(await situationOf(group({ consentIds }, as('PISP')))).toBe('roleMissing');
    expect(await situationOf(group({ paymentIds, consentIds }, as('PISP')))).toBe('roleMissing');
    expect(await situationOf(group({ paymentIds, consentIds }, as('PISP', 'AISP')))).toBeUndefined();
  });
});

describe('an active basket', () => {
  it('blocks its members: they cannot be authorised alone, and their open authorisations fail', async () => {
    const begun = await askForPayment(services.bus);
    const [consentId, paymentId] = [await consent(), begun.paymentId];
    await group({ paymentIds: [paymentId], consentIds: [consentId] });
    expect(await situationOf(startAlone(paymentId))).toBe('resourceBlocked');
    const alone = services.bus.ask(startConsentAuthorisation, { ...creation(), consentId });
    expect(await situationOf(alone)).toBe('resourceBlocked');
    const { authorisationId = '' } = begun.authorisation ?? {};
    expect((await authorisationOf(services, authorisationId)).scaStatus).toBe('failed');
    // An approval that was under way does not count.
    expect(await settleAs(services, 'payment', authorisationId, PSU)).toEqual({
      transactionStatus: 'RCVD',
      counted: false,
    });
  });

  it('shows all members and their total in one SCA, and authorises all of them', async () => {
    const body = { paymentIds: await payments(3), consentIds: [await consent()] };
    const { basketId } = await group(body);
    const { authorisationId } = await start(basketId);
    const { parent, content } = await authorisationOf(services, authorisationId);
    expect(parent).toEqual({ kind: 'basket', id: basketId });
    expect(content).toMatchObject({ kind: 'basket', totals: [{ currency: 'EUR', amount: '37.50' }] });
    expect(content.members).toHaveLength(4);
    const settled = () => settleAs(services, 'basket', authorisationId, PSU);
    const AUTHORISED = { transactionStatus: 'ACTC', counted: true };
    expect([await settled(), await settled()]).toEqual([AUTHORISED, AUTHORISED]);
    expect(await Promise.all(body.paymentIds.map((id) => paid(id)))).toEqual(['ACCP', 'ACCP', 'ACCP']);
    await eventually(
      () => consented(body.consentIds[0] ?? ''),
      (seen) => seen === 'valid',
    );
    expect(await situationOf(start(basketId))).toBe('statusInvalid');
    expect(await situationOf(remove(basketId))).toBe('statusInvalid');
  });

  it.each(['failed', 'deleted'] as const)('%s, it releases its members unchanged', async (how) => {
    const body = { paymentIds: await payments(2), consentIds: [await consent()] };
    const { basketId } = await group(body);
    const { authorisationId } = await start(basketId);
    if (how === 'failed') {
      const told = await settleAs(services, 'basket', authorisationId, PSU, { outcome: 'failed' });
      expect(told).toEqual({ transactionStatus: 'RJCT' });
    } else {
      for (let time = 0; time < 2; time++) expect(await remove(basketId)).toEqual({ transactionStatus: 'CANC' });
      expect((await authorisationOf(services, authorisationId)).scaStatus).toBe('failed');
    }
    expect(await Promise.all(body.paymentIds.map((id) => paid(id)))).toEqual(['RCVD', 'RCVD']);
    await eventually(
      () => situationOf(group(body)),
      (seen) => seen === undefined,
    );
  });
});

describe('several signers', () => {
  it('must approve a basket in the number of its strictest member; the last approval authorises all members', async () => {
    const paymentIds = [await pay(), await pay(COMPANYS)];
    const { basketId } = await group({ paymentIds });
    const approve = async (psuId: string) =>
      (await settleAs(services, 'basket', (await start(basketId)).authorisationId, psuId)).transactionStatus;
    expect(await approve('psu-corporate-1')).toBe('PATC');
    expect(await Promise.all(paymentIds.map((id) => paid(id)))).toEqual(['RCVD', 'RCVD']);
    expect(await situationOf(remove(basketId))).toBe('statusInvalid');
    expect(await approve('psu-corporate-1')).toBe('PATC');
    expect(await approve('psu-corporate-2')).toBe('ACTC');
    expect(await Promise.all(paymentIds.map((id) => paid(id)))).toEqual(['ACCP', 'ACCP']);
  });
});

describe('a member that ends on its own', () => {
  it('leaves the basket: an approval of the content with it does not authorise the others, one without it does', async () => {
    const [gone = '', ...kept] = await payments(3);
    const { basketId } = await group({ paymentIds: [gone, ...kept] });
    const shown = await start(basketId);
    expect(await contentOf(basketId)).not.toHaveProperty('endedPayments');
    expect(await cancel(gone)).toMatchObject({ transactionStatus: 'CANC' });
    expect(await settleAs(services, 'basket', shown.authorisationId, PSU)).toEqual({
      transactionStatus: 'RCVD',
      counted: false,
    });
    expect(await Promise.all(kept.map((id) => paid(id)))).toEqual(['RCVD', 'RCVD']);
    expect(await contentOf(basketId)).toMatchObject({ payments: [gone, ...kept], endedPayments: [gone] });
    const anew = await start(basketId);
    const { content } = await authorisationOf(services, anew.authorisationId);
    expect(content).toMatchObject({ totals: [{ amount: '25.00' }] });
    expect(await settleAs(services, 'basket', anew.authorisationId, PSU)).toEqual({
      transactionStatus: 'ACTC',
      counted: true,
    });
    expect(await Promise.all([gone, ...kept].map((id) => paid(id)))).toEqual(['CANC', 'ACCP', 'ACCP']);
  });

  it('voids earlier approvals: each PSU approves the remaining content', async () => {
    const [gone, kept] = [await pay(COMPANYS), await pay(COMPANYS)];
    const { basketId } = await group({ paymentIds: [gone, kept] });
    const approve = async (psuId: string) =>
      (await settleAs(services, 'basket', (await start(basketId)).authorisationId, psuId)).transactionStatus;
    await approve('psu-corporate-1');
    await cancel(gone);
    expect(await approve('psu-corporate-2')).toBe('PATC');
    expect(await approve('psu-corporate-1')).toBe('ACTC');
  });

  it('ends the basket if it is the last member', async () => {
    const [paymentId = ''] = await payments(1);
    const { basketId } = await group({ paymentIds: [paymentId] });
    await cancel(paymentId);
    expect(await statusOf(basketId)).toBe('RJCT');
  });

  it('leaves the basket also as a consent that its TPP deletes', async () => {
    const [consentId, paymentId] = [await consent(), await pay()];
    const { basketId } = await group({ paymentIds: [paymentId], consentIds: [consentId] });
    const shown = await start(basketId);
    await services.bus.ask(terminateConsent, { tpp, consentId, requestId: crypto.randomUUID() });
    await eventually(
      async () => (await authorisationOf(services, shown.authorisationId)).scaStatus,
      (seen) => seen === 'failed',
    );
    expect(await contentOf(basketId)).toMatchObject({ consents: [consentId], endedConsents: [consentId] });
    const anew = await start(basketId);
    expect((await authorisationOf(services, anew.authorisationId)).content.members).toHaveLength(1);
    expect(await settleAs(services, 'basket', anew.authorisationId, PSU)).toEqual({
      transactionStatus: 'ACTC',
      counted: true,
    });
    expect(await consented(consentId)).toBe('terminatedByTpp');
  });
});

describe('in parallel', () => {
  it('grouping a payment and starting its own authorisation authorise it once', async () => {
    for (let round = 0; round < 5; round++) {
      const [paymentId = ''] = await payments(1);
      const [basket, alone] = await Promise.all([
        group({ paymentIds: [paymentId] }),
        startAlone(paymentId).catch(() => undefined),
      ]);
      if (alone !== undefined) await settleAs(services, 'payment', alone.authorisationId, PSU);
      expect(await paid(paymentId)).toBe('RCVD');
      const { authorisationId } = await start(basket.basketId);
      await settleAs(services, 'basket', authorisationId, PSU);
      expect(await paid(paymentId)).toBe('ACCP');
    }
  });

  it('deleting and authorising a basket have one outcome', async () => {
    for (let round = 0; round < 5; round++) {
      const paymentIds = await payments(2);
      const { basketId } = await group({ paymentIds });
      const { authorisationId } = await start(basketId);
      const [removed] = await Promise.all([
        situationOf(remove(basketId)),
        settleAs(services, 'basket', authorisationId, PSU),
      ]);
      const [basket, one] = removed === undefined ? ['CANC', 'RCVD'] : ['ACTC', 'ACCP'];
      expect(await statusOf(basketId)).toBe(basket);
      expect(await Promise.all(paymentIds.map((id) => paid(id)))).toEqual([one, one]);
    }
  });

  it('cancelling a member and authorising its basket have one outcome for the member, and the others are authorised together or not at all', async () => {
    for (let round = 0; round < 5; round++) {
      const [one = '', other = ''] = await payments(2);
      const { basketId } = await group({ paymentIds: [one, other] });
      const { authorisationId } = await start(basketId);
      const [told] = await Promise.all([settleAs(services, 'basket', authorisationId, PSU), cancel(one)]);
      const done = (await statusOf(basketId)) === 'ACTC';
      expect(told.transactionStatus).toBe(done ? 'ACTC' : 'RCVD');
      expect([await paid(one), await paid(other)]).toEqual(done ? ['ACCP', 'ACCP'] : ['CANC', 'RCVD']);
    }
  });

  it('two approvals of two signers authorise once', async () => {
    const paymentIds = [await pay(COMPANYS), await pay(COMPANYS)];
    const { basketId } = await group({ paymentIds });
    const [one, two] = [await start(basketId), await start(basketId)];
    await Promise.all([
      settleAs(services, 'basket', one.authorisationId, 'psu-corporate-1'),
      settleAs(services, 'basket', two.authorisationId, 'psu-corporate-2'),
    ]);
    expect(await statusOf(basketId)).toBe('ACTC');
    const stored = services.database('payments').collection<{ _id: string; outbox: { subject: string }[] }>('payments');
    for (const _id of paymentIds) {
      const submissions = (await stored.findOne({ _id }))?.outbox.filter(({ subject }) => subject.startsWith('bank.'));
      expect(submissions).toHaveLength(1);
    }
  });
});

// Last, because the clock moves and the consent service stops.
describe('a basket', () => {
  it('is rejected if it was not authorised in time', async () => {
    const endOverdue = () => services.running.payments.kit.jobs.runNow('endOverdueBaskets');
    const { basketId } = await group({ paymentIds: await payments(1) });
    services.clock.forward({ hours: 23 });
    await endOverdue();
    expect(await statusOf(basketId)).toBe('RCVD');
    services.clock.forward({ hours: 2 });
    // A service that is shutting down leaves the basket to the next run.
    const context = services.running.payments.get<PaymentsContext>(CONTEXT);
    const stopping = { requestId: basketId, traceparent: newTraceparent(), stopping: AbortSignal.abort() };
    await runInContext(stopping, () => endOverdueBaskets(context));
    expect(await statusOf(basketId)).toBe('RCVD');
    await endOverdue();
    expect(await statusOf(basketId)).toBe('RJCT');
  });

  it('adds evidence: the next checkpoint covers it although its creation began minutes before it was complete', async () => {
    const { bus, database, log } = services.running.payments.kit;
    const checkpoint = () => writeCheckpoints({ database, now: services.clock.now, log });
    const body = { paymentIds: await payments(1), consentIds: [await consent()] };
    const request = { requestId: crypto.randomUUID() };
    using _ = vi.spyOn(bus, 'ask').mockRejectedValueOnce(new Xs2aError('serviceUnavailable'));
    expect(await situationOf(group(body, request))).toBe('serviceUnavailable');
    services.clock.forward({ minutes: 9 });
    await checkpoint();
    const { basketId } = await group(body, request);
    await checkpoint();
    expect(await services.database('payments').collection('seals').countDocuments({ 'heads.id': basketId })).toBe(1);
  });

  it('is not completed by a repetition after its ten minutes: its members can be grouped again', async () => {
    const body = { paymentIds: await payments(1), consentIds: [await consent()] };
    const request = { requestId: crypto.randomUUID() };
    using _ = vi
      .spyOn(services.running.payments.kit.bus, 'ask')
      .mockRejectedValueOnce(new Xs2aError('serviceUnavailable'));
    expect(await situationOf(group(body, request))).toBe('serviceUnavailable');
    services.clock.forward({ minutes: 11 });
    expect(await situationOf(group(body, request))).toBe('statusConflict');
    const { basketId } = (await eventually(
      () => group(body).catch(() => undefined),
      (grouped) => grouped !== undefined,
    )) as Awaited<ReturnType<typeof group>>;
    expect(await statusOf(basketId)).toBe('RCVD');
  });

  it('is rejected by an approval after its time limit, even before the job has run', async () => {
    const { basketId } = await group({ paymentIds: await payments(1) });
    const { authorisationId } = await start(basketId);
    services.clock.forward({ hours: 25 });
    expect(await situationOf(start(basketId))).toBe('statusInvalid');
    expect(await settleAs(services, 'basket', authorisationId, PSU)).toEqual({
      transactionStatus: 'RJCT',
      counted: false,
    });
  });

  it('loses members past their time limit when an approval arrives: its content is no longer the approved one', async () => {
    const [overdue = ''] = await payments(1);
    services.clock.forward({ hours: 20 });
    const [other = ''] = await payments(1);
    const { basketId } = await group({ paymentIds: [overdue, other] });
    const { authorisationId } = await start(basketId);
    services.clock.forward({ hours: 5 });
    expect(await settleAs(services, 'basket', authorisationId, PSU)).toEqual({
      transactionStatus: 'RCVD',
      counted: false,
    });
    expect([await paid(overdue), await paid(other)]).toEqual(['RJCT', 'RCVD']);
    const again = await start(basketId);
    await settleAs(services, 'basket', again.authorisationId, PSU);
    expect(await paid(other)).not.toBe('RCVD');
  });
});

describe('a basket created during an outage of the consent service', () => {
  it('cannot be addressed, and releases its payments after some minutes', async () => {
    await services.running.consent.stop();
    const [paymentId = ''] = await payments(1);
    const body = { paymentIds: [paymentId], consentIds: ['c'] };
    const request = { requestId: crypto.randomUUID() };
    for (let time = 0; time < 2; time++) {
      expect(await situationOf(group(body, request))).toBe('serviceUnavailable');
    }
    const stored = await services
      .database('payments')
      .collection<{ _id: string; assembled: boolean; paymentIds: string[] }>('baskets')
      .find({ assembled: false, paymentIds: paymentId })
      .toArray();
    expect(stored).toHaveLength(1);
    expect(await situationOf(statusOf(stored[0]?._id ?? ''))).toBe('resourceUnknown');
    expect(await situationOf(group({ paymentIds: [paymentId] }))).toBe('resourceBlocked');
    services.clock.forward({ minutes: 11 });
    await services.running.payments.kit.jobs.runNow('endOverdueBaskets');
    expect(await situationOf(group({ paymentIds: [paymentId] }))).toBeUndefined();
  });
});
