import { declineAuthorisation } from '@xs2a/contracts';
import { forAllTests, hrefOf, type TppAnswer, TppClient } from '@xs2a/test-kit';
import { approveOnBus } from '@xs2a/test-system/ask-as-gateway';
import { consentBody, fundsConsentOrder, PAYEE, paymentOrder, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { BASKETS, EXPLICIT, SEPA } from '@xs2a/test-system/start/payment-services';
import { startServicesWith, type TestServices } from '@xs2a/test-system/start/start-services';
import { notified, tppReceiver } from '@xs2a/test-system/tpp/tpp-receiver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const receiver = forAllTests(() => tppReceiver());
let services: TestServices;
let tpp: TppClient;
beforeAll(async () => {
  const env = { NOTIFICATION_PERMITTED_HOSTS: receiver.host };
  services = await startServicesWith(env, 'gateway', 'bank', 'sca', 'consent', 'payments', 'notifier');
  tpp = new TppClient(services.running.gateway.httpUrl ?? '');
});
afterAll(async () => {
  await services[Symbol.asyncDispose]();
});

let paths = 0;
/** Returns a separate address for each test, which receives only its own notifications. */
function address() {
  const path = `/told/${++paths}`;
  const ownNotifications = () => receiver.received.filter((notification) => notification.path === path);
  const is = (expected: readonly string[]) =>
    eventually(
      () => Promise.resolve(notified({ received: ownNotifications() })),
      (seen) => seen.length >= expected.length,
    ).then((seen) => expect(seen).toEqual(expected));
  return { uri: `http://${receiver.host}${path}`, ownNotifications, is };
}

function asking(uri: string, preferred?: string, more: Record<string, string> = REDIRECT_HEADERS) {
  const content = preferred !== undefined && { 'TPP-Notification-Content-Preferred': preferred };
  return { headers: { ...more, 'TPP-Notification-URI': uri, ...content } };
}

const referenceIn = (href: string) => ({ authorisation: { redirectReference: href.split('/').at(-1) ?? '' } });

const decline = (created: TppAnswer) =>
  services.bus.ask(declineAuthorisation, referenceIn(hrefOf(created, 'scaRedirect')).authorisation);

/** Waits until no notice is queued, neither in an owning service nor in a delivery queue. */
async function untilIdle(): Promise<void> {
  const waiting = { 'notices.0': { $exists: true } };
  const left = async () =>
    (await services.database('payments').collection('payments').countDocuments(waiting)) +
    (await services.database('payments').collection('baskets').countDocuments(waiting)) +
    (await services.database('consent').collection('consents').countDocuments(waiting)) +
    (await services.database('sca').collection('authorisations').countDocuments(waiting)) +
    (await services
      .database('notifier')
      .collection('lanes')
      .countDocuments({ 'waiting.0': { $exists: true } })) +
    (await services
      .database('notifier')
      .collection('lanes')
      .countDocuments({ busyUntil: { $gt: new Date(0) } }));
  await eventually(left, (count) => count === 0);
}

describe('resource status notification (decision 27)', () => {
  it.each([
    [PAYEE.noMatch, 'RVCM'],
    [PAYEE.match, 'RCVC'],
  ])('PROCESS: what follows the verification of the payee %s', async (iban, status) => {
    const { uri, is } = address();
    const embedded = { ...REDIRECT_HEADERS, 'TPP-Redirect-Preferred': 'false', 'Client-VOP-Requested': 'true' };
    const order = paymentOrder({ creditorAccount: { iban } });
    await tpp.post(SEPA, order, asking(uri, 'status=PROCESS', embedded));
    await is([`status ${status}`]);
  });

  it('LAST: nothing of the verification of the payee', async () => {
    const { uri, is } = address();
    const asked = { ...REDIRECT_HEADERS, 'Client-VOP-Requested': 'true' };
    const created = await tpp.post(SEPA, paymentOrder(), asking(uri, undefined, asked));
    await approveOnBus(services.bus, referenceIn(hrefOf(created, 'scaRedirect')), 'psu-private');
    await is(['status ACSC']);
  });

  it('with SCA and PROCESS, sends each status of the authorisation and of the payment, in the order of the changes', async () => {
    const { uri, ownNotifications, is } = address();
    const created = await tpp.post(SEPA, paymentOrder(), asking(uri, 'status=SCA,PROCESS'));
    expect(created.headers.get('ASPSP-Notification-Support')).toBe('true');
    expect(created.headers.get('ASPSP-Notification-Content')).toBe('status=SCA,PROCESS');
    await approveOnBus(services.bus, referenceIn(hrefOf(created, 'scaRedirect')), 'psu-private');
    await is([
      'sca psuAuthenticated',
      'sca scaMethodSelected',
      'sca finalised',
      'status ACTC',
      'status ACCP',
      'status ACSP',
      'status ACSC',
    ]);
    const [first, last] = [ownNotifications()[0], ownNotifications().at(-1)];
    const { paymentId } = created.body;
    const status = { href: hrefOf(created, 'status') };
    expect(last?.body).toEqual({ paymentId, transactionStatus: 'ACSC', _links: { status } });
    const scaStatus = { href: hrefOf(created, 'scaStatus') };
    const authorisationId = scaStatus.href.split('/').at(-1);
    expect(first?.body).toEqual({
      paymentId,
      authorisationId,
      scaStatus: 'psuAuthenticated',
      _links: { status, scaStatus },
    });
    expect(first?.headers).toMatchObject({ 'content-type': 'application/json' });
    expect(new Set(ownNotifications().map(({ headers }) => headers['x-request-id'])).size).toBe(7);
  });

  it('with PROCESS, sends each consentStatus of a consent, and no status of its authorisation', async () => {
    const { uri, ownNotifications, is } = address();
    const created = await tpp.post('/v1/consents', consentBody(), asking(uri, 'status=PROCESS'));
    await approveOnBus(services.bus, referenceIn(hrefOf(created, 'scaRedirect')), 'psu-private');
    await tpp.delete(hrefOf(created, 'self'));
    await is(['status valid', 'status terminatedByTpp']);
    const { consentId } = created.body;
    const _links = { status: { href: hrefOf(created, 'status') } };
    expect(ownNotifications()[0]?.body).toEqual({ consentId, consentStatus: 'valid', _links });
  });

  it('without a preference, sends the final status only', async () => {
    const { uri, is } = address();
    const created = await tpp.post(SEPA, paymentOrder(), asking(uri));
    expect(created.headers.get('ASPSP-Notification-Content')).toBe('status=LAST');
    await approveOnBus(services.bus, referenceIn(hrefOf(created, 'scaRedirect')), 'psu-private');
    await is(['status ACSC']);
    await untilIdle();
    await is(['status ACSC']);
  });

  it('with SCA only, sends no status of the resource', async () => {
    const { uri, is } = address();
    const created = await tpp.post(SEPA, paymentOrder(), asking(uri, 'status=SCA'));
    await decline(created);
    await is(['sca failed']);
    await untilIdle();
    await is(['sca failed']);
  });

  it('sends neither notifications nor notification headers to a TPP without a subscription', async () => {
    const before = receiver.received.length;
    const created = await tpp.post(SEPA, paymentOrder(), { headers: REDIRECT_HEADERS });
    expect(created.headers.has('ASPSP-Notification-Support')).toBe(false);
    await approveOnBus(services.bus, referenceIn(hrefOf(created, 'scaRedirect')), 'psu-private');
    await untilIdle();
    expect(receiver.received.length).toBe(before);
  });

  it('covers later authorisations and cancellation authorisations', async () => {
    const { uri, ownNotifications } = address();
    const created = await tpp.post(SEPA, paymentOrder(inTenDays()), asking(uri, 'status=SCA,PROCESS', EXPLICIT));
    const started = await tpp.post(hrefOf(created, 'startAuthorisation'), {}, { headers: REDIRECT_HEADERS });
    await approveOnBus(services.bus, referenceIn(hrefOf(started, 'scaRedirect')), 'psu-private');
    const cancelled = await tpp.delete(hrefOf(created, 'self'));
    const start = await tpp.post(hrefOf(cancelled, 'startAuthorisation'), {}, { headers: REDIRECT_HEADERS });
    await approveOnBus(services.bus, referenceIn(hrefOf(start, 'scaRedirect')), 'psu-private');
    await eventually(
      () => Promise.resolve(notified({ received: ownNotifications() })),
      (seen) => seen.at(-1) === 'status CANC',
    );
    const cancellation = ownNotifications().find(({ body }) => body['cancellationId'] !== undefined);
    expect(cancellation?.body).toMatchObject({
      paymentId: created.body['paymentId'],
      cancellationId: start.body['cancellationId'],
      _links: { scaStatus: { href: hrefOf(start, 'scaStatus') } },
    });
  });

  it('permits a TPP to subscribe at the start of an authorisation, if it did not at the creation', async () => {
    const { uri, is } = address();
    const created = await tpp.post(SEPA, paymentOrder(), { headers: EXPLICIT });
    const started = await tpp.post(hrefOf(created, 'startAuthorisation'), {}, asking(uri, 'status=LAST'));
    expect(started.headers.get('ASPSP-Notification-Content')).toBe('status=LAST');
    await approveOnBus(services.bus, referenceIn(hrefOf(started, 'scaRedirect')), 'psu-private');
    await is(['status ACSC']);
  });

  it('ends with the final status: authorisations that fail because of it are not notified', async () => {
    const { uri, is } = address();
    const created = await tpp.post(SEPA, paymentOrder(), asking(uri, 'status=SCA,PROCESS'));
    await tpp.delete(hrefOf(created, 'self'));
    await is(['status CANC']);
    await untilIdle();
    await is(['status CANC']);
  });

  it('names baskets and funds consents by their own ids', async () => {
    const [ofBasket, ofFunds] = [address(), address()];
    const payment = await tpp.post(SEPA, paymentOrder(), { headers: EXPLICIT });
    const members = { paymentIds: [payment.body['paymentId']] };
    const basket = await tpp.post(BASKETS, members, asking(ofBasket.uri, 'status=PROCESS', EXPLICIT));
    await tpp.delete(hrefOf(basket, 'self'));
    await ofBasket.is(['status CANC']);
    expect(ofBasket.ownNotifications()[0]?.body).toMatchObject({
      basketId: basket.body['basketId'],
      transactionStatus: 'CANC',
    });
    const funds = await tpp.post(
      '/v2/consents/confirmation-of-funds',
      fundsConsentOrder(),
      asking(ofFunds.uri, 'status=PROCESS'),
    );
    await decline(funds);
    await ofFunds.is(['status rejected']);
    const _links = { status: { href: hrefOf(funds, 'status') } };
    expect(ofFunds.ownNotifications()[0]?.body).toEqual({
      consentId: funds.body['consentId'],
      consentStatus: 'rejected',
      _links,
    });
  });

  it('does not delay payments while the notifier is down, and notifies the TPP afterwards', async () => {
    const { uri, is } = address();
    await services.running.notifier.stop();
    const created = await tpp.post(SEPA, paymentOrder(), asking(uri, 'status=PROCESS'));
    expect(created.headers.get('ASPSP-Notification-Support')).toBe('true');
    await approveOnBus(services.bus, referenceIn(hrefOf(created, 'scaRedirect')), 'psu-private');
    await eventually(
      () => tpp.follow(created, 'status'),
      ({ body }) => body['transactionStatus'] === 'ACSC',
    );
    await services.restart('notifier');
    await is(['status ACTC', 'status ACCP', 'status ACSP', 'status ACSC']);
  });
});

/** Returns a date far enough ahead to prevent execution now. */
function inTenDays() {
  const requestedExecutionDate = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  return { requestedExecutionDate };
}
