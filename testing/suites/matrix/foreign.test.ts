import {
  ENDPOINTS,
  type Endpoint,
  type EndpointKey,
  href,
  type PathParameters,
  putAccounts,
  putBalances,
} from '@xs2a/contracts';
import { hrefOf, profileFile, type TppAnswer, TppClient } from '@xs2a/test-kit';
import { approveOnBus } from '@xs2a/test-system/ask-as-gateway';
import { consentBody, fundsConsentOrder, paymentOrder, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { settleAs } from '@xs2a/test-system/settle-as-sca';
import { listed } from '@xs2a/test-system/start/account-services';
import { startServicesOf, type TestServices, untilFed } from '@xs2a/test-system/start/start-services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const KEYS = Object.keys(ENDPOINTS) as EndpointKey[];
const PRODUCT = '/v1/payments/sepa-credit-transfers';
const PROFILE = `
edition: "1.3.16"
products: { bulk-payments: [sepa-credit-transfers] }
trustedBeneficiaries: true
limits: { reportEntriesMax: 1 }
`;
const QUERY: Readonly<Partial<Record<EndpointKey, string>>> = {
  getTransactionList: '?bookingStatus=booked&dateFrom=2020-01-01',
  getCardAccountTransactionList: '?bookingStatus=booked&dateFrom=2020-01-01',
};
const XML = { Accept: 'application/xml' };

/** Resources of one TPP: ids by the first words of a path. */
type Owned = Readonly<
  Record<
    'consents' | 'funds' | 'accounts' | 'trusted' | 'cards' | 'baskets' | 'payments' | 'bulks' | 'cancellations',
    Ids
  >
>;
type Ids = Readonly<Record<string, string>>;

let services: TestServices;
const tpps: TppClient[] = [];
const owned: Owned[] = [];
const consentIds: string[] = [];

const idOf = (answer: TppAnswer, link: string): string => hrefOf(answer, link).split('/').at(-1) ?? '';

async function has(tpp: TppClient, psuId: string): Promise<Owned> {
  const post = (path: string, body: unknown) => tpp.post(path, body, { headers: REDIRECT_HEADERS });
  const ofConsent = await post('/v1/consents', consentBody());
  const reading = await post('/v1/consents', consentBody({ access: { allPsd2: 'allAccounts' } }));
  const redirectReference = idOf(reading, 'scaRedirect');
  await approveOnBus(services.bus, { authorisation: { redirectReference } }, psuId);
  const consentId = idOf(reading, 'self');
  consentIds.push(consentId);
  const headers = { 'Consent-ID': consentId, 'PSU-IP-Address': '192.0.2.10' };
  const accounts = await tpp.get('/v1/accounts', { headers });
  const accountId = listed(accounts)[0]?.resourceId ?? '';
  const cards = (await tpp.get('/v1/card-accounts', { headers })).body['cardAccounts'] as { resourceId: string }[];
  const list = `/v1/accounts/${accountId}/transactions${QUERY.getTransactionList}`;
  const { booked } = (await tpp.get(list, { headers })).body['transactions'] as { booked: { transactionId: string }[] };
  const report = await tpp.get(list, { headers: { ...headers, ...XML } });
  const trusted = await beneficiariesConsent(tpp, psuId, accounts);
  const ofFunds = await post('/v2/consents/confirmation-of-funds', fundsConsentOrder());
  const ofPayment = await post(PRODUCT, paymentOrder());
  const { debtorAccount, ...transfer } = paymentOrder();
  const ofBulk = await post('/v1/bulk-payments/sepa-credit-transfers', { debtorAccount, payments: [transfer] });
  const later = new Date(services.clock.now().getTime() + 20 * 86_400_000).toISOString().slice(0, 10);
  const cancelled = await post(PRODUCT, paymentOrder({ requestedExecutionDate: later }));
  await settleAs(services, 'payment', idOf(cancelled, 'scaStatus'), 'psu-private');
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
      transactionId: booked[0]?.transactionId ?? '',
      downloadId: idOf(report, 'download'),
    },
    trusted: { consentId: trusted },
    cards: { accountId: cards[0]?.resourceId ?? '' },
    baskets: { basketId: idOf(ofBasket, 'self'), authorisationId: String(ofMember.body['authorisationId']) },
    payments: { paymentId: idOf(ofPayment, 'self'), authorisationId: idOf(ofPayment, 'scaStatus') },
    bulks: { paymentId: idOf(ofBulk, 'self') },
    cancellations: { paymentId: idOf(cancelled, 'self'), authorisationId: String(authorised.body['authorisationId']) },
  };
}

/** Trusted beneficiaries are a right on accounts that the TPP lists (decision 81). */
async function beneficiariesConsent(tpp: TppClient, psuId: string, accounts: TppAnswer): Promise<string> {
  const named = [{ iban: listed(accounts)[0]?.['iban'] }];
  const access = { accounts: named, additionalInformation: { trustedBeneficiaries: named } };
  const order = consentBody({ recurringIndicator: false, frequencyPerDay: 1, access });
  const consent = await tpp.post('/v1/consents', order, { headers: REDIRECT_HEADERS });
  await approveOnBus(services.bus, { authorisation: { redirectReference: idOf(consent, 'scaRedirect') } }, psuId);
  return idOf(consent, 'self');
}

/** Opens a second card account, as only one PSU of the sandbox has a card. */
async function openCardAccount(owner: string): Promise<void> {
  const reference = { maskedPan: '453200******0025' };
  const id = 'C1999-EUR';
  const atBank = services.database('bank').collection<{ _id: string; customer: object }>('ledgerAccounts');
  const card = await atBank.findOne({ 'customer.cashAccountType': 'CARD' });
  if (card === null) throw new Error('the sandbox has no card account');
  await atBank.insertOne({ ...card, _id: id, customer: { ...card.customer, owners: [owner], reference } });
  const fed = { owners: [owner], reference, currency: 'EUR', cashAccountType: 'CARD' };
  await services.bus.ask(putAccounts, { accounts: [{ ...fed, bankAccountId: id }] });
  const balances = [{ balanceType: 'nonInvoiced', balanceAmount: { currency: 'EUR', amount: '1.00' } }] as const;
  await services.bus.ask(putBalances, { bankAccountId: id, version: 1, balances: [...balances] });
}

function kindOf(path: string): keyof Owned {
  if (path.includes('/cancellation-authorisations')) return 'cancellations';
  if (path.startsWith('/v1/bulk-payments/')) return 'bulks';
  if (path.includes('{paymentId}')) return 'payments';
  if (path.startsWith('/v2/')) return 'funds';
  if (path.startsWith('/v1/card-accounts')) return 'cards';
  if (path.endsWith('/trusted-beneficiaries')) return 'trusted';
  if (path.startsWith('/v1/accounts')) return 'accounts';
  return path.startsWith('/v1/signing-baskets') ? 'baskets' : 'consents';
}

const idsIn = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) =>
    name.startsWith('payment') && name !== 'paymentId' ? [] : [name],
  );

beforeAll(async () => {
  // With this limit one entry is too long a report for one answer, so that every TPP has one to download.
  const profile = profileFile(PROFILE);
  services = await startServicesOf(profile, 'bank', 'sca', 'consent', 'accounts', 'payments', 'gateway');
  await untilFed(services);
  await openCardAccount('psu-exempt');
  const url = services.running.gateway.httpUrl ?? '';
  tpps.push(new TppClient(url, 'PSDHR-HNB-SANDBOX'), new TppClient(url, 'PSDHR-HNB-OTHER'));
  // Different PSUs, so that accounts and transactions of one TPP are foreign to the other, too.
  for (const [index, psuId] of ['psu-private', 'psu-exempt'].entries()) {
    owned.push(await has(tpps[index] as TppClient, psuId));
  }
}, 60_000);
afterAll(() => services[Symbol.asyncDispose]());

/** Answer to a TPP at an endpoint with these ids and this Consent-ID, without the parts that differ in any two answers. */
async function answerTo(key: EndpointKey, ids: Ids, consentId = consentIds[0] ?? '', tpp = tpps[0]) {
  const { method, readsAccounts, authorises }: Endpoint = ENDPOINTS[key];
  const parameters = { paymentService: 'payments', paymentProduct: 'sepa-credit-transfers', ...ids };
  const path = `${href(key, parameters as PathParameters<EndpointKey> as never)}${QUERY[key] ?? ''}`;
  const headers = { ...REDIRECT_HEADERS, ...(readsAccounts && { 'Consent-ID': consentId }), Accept: '*/*' };
  const body = authorises === 'update' ? { scaAuthenticationData: '000000' } : {};
  const sent = { headers, ...(authorises && { body }) };
  const answer = await (tpp as TppClient).call(method, path, sent);
  const { status, text } = answer;
  const names = [...answer.headers.keys()].filter((name) => name !== 'date').toSorted();
  return { status, text, names };
}

const codeIn = (text = '') => (JSON.parse(text) as { tppMessages?: { code: string }[] }).tppMessages?.[0]?.code;

const cells = KEYS.flatMap((key) => idsIn(ENDPOINTS[key].path).map((parameter) => ({ key, parameter })));

describe('an id of another TPP and an unknown id have identical answers (decided point 1)', () => {
  it('at every endpoint with an id', () => {
    const named = new Set(cells.map(({ key }) => key));
    const others = KEYS.filter((key) => !named.has(key)).map((key) => ENDPOINTS[key].path);
    // Other paths create, confirm funds, or list the accounts of a consent.
    expect(others.filter((path) => /\{(?!paymentService|paymentProduct)/.test(path))).toEqual([]);
    expect(cells.length).toBeGreaterThan(50);
  });

  it.each(cells)('$parameter of $key', async ({ key, parameter }) => {
    const kind = kindOf(ENDPOINTS[key].path);
    const [own, others] = owned.map((one) => one[kind]);
    const foreign = await answerTo(key, { ...own, [parameter]: others?.[parameter] ?? '' });
    const unknown = await answerTo(key, { ...own, [parameter]: crypto.randomUUID() });
    expect(foreign).toEqual(unknown);
    // The error for a consent in the path differs from that for any other resource (decision 11).
    const refusal = parameter === 'consentId' ? [403, 'CONSENT_UNKNOWN'] : [404, 'RESOURCE_UNKNOWN'];
    expect([unknown.status, codeIn(unknown.text)]).toEqual(refusal);
  });

  const reads = KEYS.filter((key) => 'readsAccounts' in ENDPOINTS[key]);
  it.each(reads)('the Consent-ID of %s', async (key) => {
    const ids = owned[0]?.[kindOf(ENDPOINTS[key].path)] ?? {};
    const foreign = await answerTo(key, ids, consentIds[1]);
    expect(foreign).toEqual(await answerTo(key, ids, crypto.randomUUID()));
    // A report can be downloaded with the consent it was created for, and its id is unknown with any other.
    const answer = key === 'downloadTransactions' ? [404, false] : [400, true];
    expect([foreign.status, foreign.text.includes('CONSENT_UNKNOWN')]).toEqual(answer);
  });

  it.each(reads)('a Consent-ID for funds confirmations gives no access to accounts: %s', async (key) => {
    const ids = owned[0]?.[kindOf(ENDPOINTS[key].path)] ?? {};
    const [own, others] = await Promise.all(owned.map(({ funds }) => answerTo(key, ids, funds['consentId'])));
    // A consent of this TPP that is invalid for this service (decision 12); for that of another TPP not even this is disclosed.
    const answer = key === 'downloadTransactions' ? [404, 'RESOURCE_UNKNOWN'] : [401, 'CONSENT_INVALID'];
    expect([own?.status, codeIn(own?.text)]).toEqual(answer);
    expect(others).toEqual(await answerTo(key, ids, crypto.randomUUID()));
  });

  // Each TPP reads its own resources; otherwise all tests above would pass for a system without data.
  const own = KEYS.filter((key) => ENDPOINTS[key].method === 'GET');
  it.each(own)('each TPP reads its own resources: %s', async (key) => {
    for (const [index, tpp] of tpps.entries()) {
      const ids = owned[index]?.[kindOf(ENDPOINTS[key].path)] ?? {};
      const { status, text } = await answerTo(key, ids, ids['consentId'] ?? consentIds[index], tpp);
      expect(status, text).toBe(200);
    }
  });

  it('each TPP may download its own report, with the consent it was created for', async () => {
    for (const [index, tpp] of tpps.entries()) {
      const ids = owned[index]?.accounts ?? {};
      const { status, text } = await answerTo('downloadTransactions', ids, consentIds[index], tpp);
      expect([status, text.includes('<BkToCstmrStmt>')], text).toEqual([200, true]);
      const others = owned[1 - index]?.accounts['downloadId'] ?? '';
      const refused = await answerTo('downloadTransactions', { ...ids, downloadId: others }, consentIds[index], tpp);
      expect([refused.status, codeIn(refused.text)]).toEqual([404, 'RESOURCE_UNKNOWN']);
    }
  });
});
