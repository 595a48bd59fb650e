import { ENDPOINTS, type Endpoint, type EndpointKey, href, type PathParameters } from '@xs2a/contracts';
import { hrefOf, type TppAnswer, TppClient } from '@xs2a/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listed } from '../system/account-rooms.ts';
import { approveOnBus } from '../system/ask-as-gateway.ts';
import { eventually } from '../system/eventually.ts';
import { consentOrder, fundsConsentOrder, paymentOrder, REDIRECT_HEADERS } from '../system/orders.ts';
import { type Rooms, runRooms } from '../system/run-rooms.ts';
import { settleAs } from '../system/settle.ts';

const KEYS = Object.keys(ENDPOINTS) as EndpointKey[];
const PRODUCT = '/v1/payments/sepa-credit-transfers';
const QUERY: Readonly<Partial<Record<EndpointKey, string>>> = {
  getTransactionList: '?bookingStatus=booked&dateFrom=2020-01-01',
  getCardAccountTransactionList: '?bookingStatus=booked&dateFrom=2020-01-01',
};
/** Of a report that is too long for one answer; the accounts room has its own test of whose it is. */
const NOT_MADE = ['downloadId'];

/** What one TPP has: ids by the first words of a path. */
type Owned = Readonly<
  Record<'consents' | 'funds' | 'accounts' | 'cards' | 'baskets' | 'payments' | 'cancellations', Ids>
>;
type Ids = Readonly<Record<string, string>>;

let rooms: Rooms;
const tpps: TppClient[] = [];
const owned: Owned[] = [];
const consentIds: string[] = [];

const idOf = (answer: TppAnswer, link: string): string => hrefOf(answer, link).split('/').at(-1) ?? '';

async function has(tpp: TppClient, psuId: string): Promise<Owned> {
  const post = (path: string, body: unknown) => tpp.post(path, body, { headers: REDIRECT_HEADERS });
  const ofConsent = await post('/v1/consents', consentOrder());
  const reading = await post('/v1/consents', consentOrder({ access: { allPsd2: 'allAccounts' } }));
  const redirectReference = idOf(reading, 'scaRedirect');
  await approveOnBus(rooms.bus, { authorisation: { redirectReference } }, psuId);
  const consentId = idOf(reading, 'self');
  consentIds.push(consentId);
  const headers = { 'Consent-ID': consentId, 'PSU-IP-Address': '192.0.2.10' };
  const accounts = await tpp.get('/v1/accounts', { headers });
  const accountId = listed(accounts)[0]?.resourceId ?? '';
  const cards = (await tpp.get('/v1/card-accounts', { headers })).body['cardAccounts'] as { resourceId: string }[];
  const report = await tpp.get(`/v1/accounts/${accountId}/transactions${QUERY.getTransactionList}`, { headers });
  const { booked } = report.body['transactions'] as { booked: { transactionId: string }[] };
  const ofFunds = await post('/v2/consents/confirmation-of-funds', fundsConsentOrder());
  const ofPayment = await post(PRODUCT, paymentOrder());
  const later = new Date(rooms.clock.now().getTime() + 20 * 86_400_000).toISOString().slice(0, 10);
  const cancelled = await post(PRODUCT, paymentOrder({ requestedExecutionDate: later }));
  await settleAs(rooms, 'payment', idOf(cancelled, 'scaStatus'), 'psu-private');
  const deleted = await tpp.delete(hrefOf(cancelled, 'self'), { headers: REDIRECT_HEADERS });
  const authorised = await post(hrefOf(deleted, 'startAuthorisation'), {});
  const explicit = { ...REDIRECT_HEADERS, 'TPP-Explicit-Authorisation-Preferred': 'true' };
  const member = await tpp.post(PRODUCT, paymentOrder(), { headers: explicit });
  const ofBasket = await post('/v1/signing-baskets', { paymentIds: [idOf(member, 'self')] });
  const ofMember = await post(hrefOf(ofBasket, 'startAuthorisation'), {});
  return {
    consents: { consentId: idOf(ofConsent, 'self'), authorisationId: idOf(ofConsent, 'scaStatus') },
    funds: { consentId: idOf(ofFunds, 'self'), authorisationId: idOf(ofFunds, 'scaStatus') },
    accounts: {
      accountId,
      transactionId: booked[0]?.transactionId ?? crypto.randomUUID(),
      downloadId: crypto.randomUUID(),
    },
    cards: { accountId: cards[0]?.resourceId ?? crypto.randomUUID() },
    baskets: { basketId: idOf(ofBasket, 'self'), authorisationId: String(ofMember.body['authorisationId']) },
    payments: { paymentId: idOf(ofPayment, 'self'), authorisationId: idOf(ofPayment, 'scaStatus') },
    cancellations: { paymentId: idOf(cancelled, 'self'), authorisationId: String(authorised.body['authorisationId']) },
  };
}

function kindOf(path: string): keyof Owned {
  if (path.includes('/cancellation-authorisations')) return 'cancellations';
  if (path.includes('{paymentId}')) return 'payments';
  if (path.startsWith('/v2/')) return 'funds';
  if (path.startsWith('/v1/card-accounts')) return 'cards';
  if (path.startsWith('/v1/accounts')) return 'accounts';
  return path.startsWith('/v1/signing-baskets') ? 'baskets' : 'consents';
}

const idsIn = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) =>
    name.startsWith('payment') && name !== 'paymentId' ? [] : [name],
  );

beforeAll(async () => {
  rooms = await runRooms('bank', 'sca', 'consent', 'accounts', 'payments', 'gateway');
  await eventually(
    () =>
      rooms
        .database('bank')
        .collection('feeds')
        .countDocuments({ standingOrdersVersion: { $exists: false } }),
    (behind) => behind === 0,
  );
  const url = rooms.services.gateway.httpUrl ?? '';
  tpps.push(new TppClient(url, 'PSDHR-HNB-SANDBOX'), new TppClient(url, 'PSDHR-HNB-OTHER'));
  // Two PSUs, so that also accounts and transactions of the one TPP are nothing to the other.
  for (const [index, psuId] of ['psu-private', 'psu-exempt'].entries()) {
    owned.push(await has(tpps[index] as TppClient, psuId));
  }
}, 60_000);
afterAll(() => rooms[Symbol.asyncDispose]());

/** What the first TPP is told at an endpoint under these ids and this Consent-ID; without what differs in any two answers. */
async function told(key: EndpointKey, ids: Ids, consentId = consentIds[0] ?? '') {
  const { method, readsAccounts, authorises }: Endpoint = ENDPOINTS[key];
  const parameters = { paymentService: 'payments', paymentProduct: 'sepa-credit-transfers', ...ids };
  const path = `${href(key, parameters as PathParameters<EndpointKey> as never)}${QUERY[key] ?? ''}`;
  const headers = { ...REDIRECT_HEADERS, ...(readsAccounts && { 'Consent-ID': consentId }), Accept: '*/*' };
  const body = authorises === 'update' ? { scaAuthenticationData: '000000' } : {};
  const sent = { headers, ...(authorises && { body }) };
  const answer = await (tpps[0] as TppClient).call(method, path, sent);
  const { status, text } = answer;
  const names = [...answer.headers.keys()].filter((name) => name !== 'date').toSorted();
  return { status, text, names };
}

const cells = KEYS.flatMap((key) => idsIn(ENDPOINTS[key].path).map((parameter) => ({ key, parameter })));

describe('an id of another TPP and one that does not exist are one answer, to the letter (decided point 1)', () => {
  it('at every endpoint that names something', () => {
    const named = new Set(cells.map(({ key }) => key));
    const others = KEYS.filter((key) => !named.has(key)).map((key) => ENDPOINTS[key].path);
    // What is left creates, asks after funds, or lists what a consent covers.
    expect(others.filter((path) => /\{(?!paymentService|paymentProduct)/.test(path))).toEqual([]);
    expect(cells.length).toBeGreaterThan(50);
  });

  it.each(cells)('$parameter of $key', async ({ key, parameter }) => {
    const kind = kindOf(ENDPOINTS[key].path);
    const [own, others] = owned.map((one) => one[kind]);
    const foreign = await told(key, { ...own, [parameter]: others?.[parameter] ?? '' });
    const unknown = await told(key, { ...own, [parameter]: crypto.randomUUID() });
    expect(foreign).toEqual(unknown);
    expect([403, 404]).toContain(unknown.status);
    expect(unknown.text).toMatch(/RESOURCE_UNKNOWN|CONSENT_UNKNOWN/);
  });

  const reads = KEYS.filter((key) => 'readsAccounts' in ENDPOINTS[key]);
  it.each(reads)('the Consent-ID of %s', async (key) => {
    const ids = owned[0]?.[kindOf(ENDPOINTS[key].path)] ?? {};
    const foreign = await told(key, ids, consentIds[1]);
    expect(foreign).toEqual(await told(key, ids, crypto.randomUUID()));
    // A report is looked for by its id first.
    const isMade = !NOT_MADE.some((name) => ENDPOINTS[key].path.includes(name));
    if (isMade) expect([foreign.status, foreign.text.includes('CONSENT_UNKNOWN')]).toEqual([400, true]);
  });

  // Its own are there: otherwise everything above would hold of an empty house.
  const own = KEYS.filter(
    (key) => ENDPOINTS[key].method === 'GET' && !NOT_MADE.some((name) => ENDPOINTS[key].path.includes(name)),
  );
  it.each(own)('and its own are there: %s', async (key) => {
    const { status, text } = await told(key, owned[0]?.[kindOf(ENDPOINTS[key].path)] ?? {});
    expect(status, text).toBe(200);
  });
});
